// A and B: asked for, begun again, ended.
#include "app/workbench/workbench.h"

namespace raycloth {

void Workbench::compare(bool on) {
  if (on == comparing()) return;
  if (on) {
    const DeviceChoice device = options_.device;
    comparing_.set(true, runner_->ask([device](LiveScene& scene) { scene.compare(device); }));
    edited_b_ = {};
    side_ = Compared::b;
  } else {
    comparing_.set(false, runner_->ask([](LiveScene& scene) { scene.stop_comparing(); }));
  }
}

void Workbench::compare_again() {
  runner_->ask([](LiveScene& scene) { scene.compare_again(); });
}

void Workbench::keep_b() {
  if (!frame_->comparison.b) return;
  edited_a_.edits.end_gesture();
  edited_a_.edits.add(frame_->settings, frame_->comparison.b->settings);
  for (int i = 0; i < static_cast<int>(frame_->materials.size()); ++i)
    edited_a_.edits.add(i, frame_->materials[i], frame_->comparison.b->materials[i]);
  edited_a_.edits.end_gesture();
  comparing_.set(false, runner_->ask([](LiveScene& scene) { scene.keep_b(); }));
}

void Workbench::move_b(DeviceChoice device) {
  runner_->ask(Runner::Kind::goal, "device of b", [device](LiveScene& scene) { scene.move_b(device); });
}

void Workbench::forget_comparison() {
  comparing_.forget();
  edited_b_ = {};
  side_ = Compared::a;
  renderer_b_.reset();
  if (!can_show(view.heat)) view.heat = Heat::off;
}

}  // namespace raycloth
