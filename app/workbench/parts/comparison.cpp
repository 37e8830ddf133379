#include "app/workbench/parts/comparison.h"

#include <string>

namespace raycloth {

void Comparison::turn(bool on) {
  if (on == this->on()) return;
  edits_.forget_b();
  if (on) {
    const DeviceChoice device = device_;
    on_.set(true, shown_.runner->ask([device](LiveScene& scene) { scene.compare(device); }));
    asked_b_ = {};
    chosen_ = Side::b;
  } else {
    on_.set(false, shown_.runner->ask([](LiveScene& scene) { scene.stop_comparing(); }));
  }
}

void Comparison::begin_again() {
  shown_.runner->ask([](LiveScene& scene) { scene.compare_again(); });
}

void Comparison::keep_b() {
  const Frame& frame = *shown_.frame;
  if (!frame.comparison.b) return;
  edits_.forget_b();
  edits_.end_gesture();
  edits_.add(frame.settings, frame.comparison.b->settings);
  for (int i = 0; i < static_cast<int>(frame.materials.size()); ++i)
    edits_.add(i, frame.materials[i], frame.comparison.b->materials[i]);
  edits_.end_gesture();
  on_.set(false, shown_.runner->ask([](LiveScene& scene) { scene.keep_b(); }));
}

void Comparison::move_b(DeviceChoice device) {
  shown_.runner->ask(Runner::Kind::goal, "device of b", [device](LiveScene& scene) { scene.move_b(device); });
}

void Comparison::ask(Side side, const Settings& settings) {
  const bool b = side == Side::b;
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(settings) : scene.change(settings); };
  const Ticket ticket = shown_.runner->ask(Runner::Kind::value, b ? "settings of b" : "settings", act);
  asked(side).settings.set(settings, ticket);
  if (!b && on())  // what acts from outside, on B as well
    asked_b_.settings.set(with_environment_of(settings, this->settings(Side::b)), ticket);
}

void Comparison::ask(Side side, int object, const Material& material) {
  const bool b = side == Side::b;
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(object, material) : scene.change(object, material); };
  const std::string name = (b ? "material of b " : "material ") + std::to_string(object);
  asked(side).materials[object].set(material, shown_.runner->ask(Runner::Kind::value, name, act));
}

void Comparison::forget_b() {
  on_.forget();
  asked_b_ = {};
  edits_.forget_b();
  chosen_ = Side::a;
}

}  // namespace raycloth
