// Changes of settings and materials: asked for, taken back, done again, saved.
#include "app/workbench/workbench.h"

namespace raycloth {

const Material& Workbench::material(int object) const {
  const auto asked = materials_.find(object);
  const Material& present = frame_->materials[object];
  return asked == materials_.end() ? present : asked->second.over(present, *frame_);
}

void Workbench::change(const Settings& settings) {
  try {
    validate(settings);
  } catch (const std::exception& error) {
    message = {error.what(), true};
    return;
  }
  edits_.add(this->settings(), settings);
  ask(settings);
}

void Workbench::ask(const Settings& settings) {
  settings_.set(settings, runner_->ask(Runner::Kind::value, "settings",
                                       [settings](LiveScene& scene) { scene.change(settings); }));
}

void Workbench::change(int object, const Material& material) {
  edits_.add(object, this->material(object), material);
  ask(object, material);
}

void Workbench::ask(int object, const Material& material) {
  materials_[object].set(material, runner_->ask(Runner::Kind::value, "material " + std::to_string(object),
                                                [=](LiveScene& scene) { scene.change(object, material); }));
}

void Workbench::redo(const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (const auto* change = std::get_if<SettingsAction>(&action)) {
      Settings settings = this->settings();
      put(*change, settings);
      ask(settings);
    } else if (const auto* change = std::get_if<MaterialAction>(&action)) {
      Material material = this->material(change->object);
      put(*change, material);
      ask(change->object, material);
    }
  }
}

void Workbench::save_scene() {
  runner_->ask([](LiveScene& scene) { scene.save_scene(); });
}

}  // namespace raycloth
