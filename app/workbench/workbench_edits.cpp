// Changes of settings, materials, pins and cuts: asked for, taken back, done again, saved.
#include <algorithm>

#include "app/view/picking.h"
#include "app/workbench/workbench.h"
#include "sim/text.h"

namespace raycloth {

const Material& Workbench::material(int object) const {
  const auto asked = edited().materials.find(object);
  const Material& present = edited_frame().materials[object];
  return asked == edited().materials.end() ? present : asked->second.over(present, *frame_);
}

void Workbench::change(const Settings& settings) {
  try {
    validate(settings);
  } catch (const std::exception& error) {
    message = {error.what(), true};
    return;
  }
  edited().edits.add(this->settings(), settings);
  ask(settings);
}

void Workbench::ask(const Settings& settings) {
  const bool b = of_b();
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(settings) : scene.change(settings); };
  edited().settings.set(settings, runner_->ask(Runner::Kind::value, b ? "settings of b" : "settings", act));
}

void Workbench::change(int object, const Material& material) {
  edited().edits.add(object, this->material(object), material);
  ask(object, material);
}

void Workbench::ask(int object, const Material& material) {
  const bool b = of_b();
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(object, material) : scene.change(object, material); };
  const std::string name = (b ? "material of b " : "material ") + std::to_string(object);
  edited().materials[object].set(material, runner_->ask(Runner::Kind::value, name, act));
}

void Workbench::undo() {
  if (building()) return static_cast<void>(can_build());
  edits_before_build_ = edited_a_.edits;
  amend(edited().edits.undo());
}

void Workbench::redo() {
  if (building()) return static_cast<void>(can_build());
  edits_before_build_ = edited_a_.edits;
  amend(edited().edits.redo());
}

void Workbench::amend(const Amends& amends) {
  std::map<int, std::vector<Cut>> cuts;
  if (amends.document) build(amends.document);
  for (const auto& [object, look] : amends.looks) ask(object, look);
  for (const Action& action : amends.actions) {
    if (const auto* change = std::get_if<SettingsAction>(&action)) {
      Settings settings = this->settings();
      put(*change, settings);
      ask(settings);
    } else if (const auto* change = std::get_if<MaterialAction>(&action)) {
      Material material = this->material(change->object);
      put(*change, material);
      ask(change->object, material);
    } else if (const auto* change = std::get_if<PinAction>(&action)) {
      std::vector<int> pins = this->pins();
      put(*change, pins);
      ask(pins);
    } else if (const auto* change = std::get_if<CutAction>(&action)) {
      cuts[change->object] = change->cuts;
    }
  }
  if (!cuts.empty()) ask(cuts);
}

void Workbench::change_pins(const std::vector<int>& pins) {
  if (building()) return static_cast<void>(can_build());  // what is built does not know of them
  edited().edits.add_pins(this->pins(), pins);
  ask(pins);
}

void Workbench::ask(const std::vector<int>& pins) {
  pins_.set(pins, runner_->ask(Runner::Kind::value, "pins", [pins](LiveScene& scene) { scene.change_pins(pins); }));
}

bool Workbench::toggle_pin(Vec2 place) {
  const std::optional<Pick> hit = pick(camera.ray(place, aspect_), seen_at(place).positions, model(), view.hidden);
  if (!hit || model().objects[model().triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  const int vertex = model().triangles[hit->triangle][nearest_corner(hit->barycentric)];
  std::vector<int> pins = this->pins();
  put({{vertex}, std::ranges::count(pins, vertex) == 0}, pins);
  change_pins(pins);
  return true;
}

void Workbench::pin_box(Vec2 corner, Vec2 other, bool on) {
  const CameraView seen = camera.view(aspect_);
  const Vec2 low{std::min(corner.x, other.x), std::min(corner.y, other.y)};
  const Vec2 high{std::max(corner.x, other.x), std::max(corner.y, other.y)};
  const std::vector<Vec4>& positions = seen_at(corner).positions;
  PinAction action{{}, on};
  for (size_t i = 0; i < model().objects.size(); ++i) {
    const ModelObject& object = model().objects[i];
    if (object.kind != ObjectKind::cloth || view.hidden[i]) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      const std::optional<Vec2> at = place_in_picture(seen, Vec3(positions[v]));
      const bool inside = at && at->x >= low.x && at->x <= high.x && at->y >= low.y && at->y <= high.y;
      if (inside) action.vertices.push_back(v);
    }
  }
  std::vector<int> pins = this->pins();
  put(action, pins);
  change_pins(pins);
}

void Workbench::save_scene() {
  end_gesture();
  saving_state_ = edited_a_.edits.state();
  runner_->ask([](LiveScene& scene) { scene.save_scene(); });
}

/// It is this program's now.
void Workbench::take_over(const AutosavedScene& left) {
  try {
    autosave_.keep({scene().path, scene().document}, 0);
    forget_left_behind(left);
  } catch (const std::exception& error) {  // it stays where it is
    message = {error.what(), true};
  }
}

std::string Workbench::unsaved_words() const {
  const std::string words = spoken(edited_a_.edits.undo_words());
  if (!words.empty()) return words;
  return recovered_ ? "those of an earlier run" : "they were taken back, but saved";
}

void Workbench::take_saved() {
  if (std::exchange(saves_seen_, frame_->saves) == frame_->saves) return;
  saved_state_ = saving_state_;
  recovered_ = false;
}

/// What is unsaved is kept where a later run of the program finds it, should this one end in another way than by being
/// told to.
void Workbench::keep_safe() {
  if (!unsaved()) return autosave_.drop();
  if (building() || !autosave_.due(edited_a_.edits.state())) return;
  try {
    autosave_.keep({scene().path, present_document()}, edited_a_.edits.state());
  } catch (const std::exception& error) {
    message = {std::string("unsaved changes cannot be kept: ") + error.what(), true};
  }
}

}  // namespace raycloth
