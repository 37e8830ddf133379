// A and B: asked for, begun again, ended.
#include "app/workbench/workbench.h"

namespace raycloth {

void Workbench::compare(bool on) {
  if (on == comparing()) return;
  edits_.forget_b();
  if (on) {
    const DeviceChoice device = options_.device;
    comparing_.set(true, runner_->ask([device](LiveScene& scene) { scene.compare(device); }));
    asked_b_ = {};
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
  edits_.forget_b();
  edits_.end_gesture();
  edits_.add(frame_->settings, frame_->comparison.b->settings);
  for (int i = 0; i < static_cast<int>(frame_->materials.size()); ++i)
    edits_.add(i, frame_->materials[i], frame_->comparison.b->materials[i]);
  edits_.end_gesture();
  comparing_.set(false, runner_->ask([](LiveScene& scene) { scene.keep_b(); }));
}

void Workbench::move_b(DeviceChoice device) {
  runner_->ask(Runner::Kind::goal, "device of b", [device](LiveScene& scene) { scene.move_b(device); });
}

void Workbench::forget_comparison() {
  comparing_.forget();
  asked_b_ = {};
  edits_.forget_b();
  side_ = Compared::a;
  renderer_b_.reset();
  if (!can_show(view.heat)) view.heat = Heat::off;
}

}  // namespace raycloth
