// What a user does with A and B.
#include "app/run/live/live_scene.h"

namespace raycloth {

void LiveScene::compare(DeviceChoice device) { twin_->start(device); }

void LiveScene::compare_again() { twin_->begin_again(); }

void LiveScene::move_b(DeviceChoice device) { twin_->move_to(device); }

void LiveScene::stop_comparing() { twin_->stop(); }

void LiveScene::keep_b() {
  if (!twin_->on()) return;
  timeline_->change(twin_->simulation().settings());
  const std::vector<Material> materials = materials_of(twin_->simulation());
  for (size_t i = 0; i < materials.size(); ++i) timeline_->change(static_cast<int>(i), materials[i]);
  twin_->stop();
}

/// The wind blows on both.
void LiveScene::change_b(const Settings& settings) {
  validate(settings);
  if (!twin_->on()) return;
  timeline_->change(with_environment_of(settings, simulation_->settings()));
  twin_->change(settings);
}

void LiveScene::change_b(int object, const Material& material) { twin_->change(object, material); }

/// Where B fails, A goes on alone.
void LiveScene::step_twin() {
  try {
    twin_->step();
  } catch (const std::exception& error) {
    twin_->stop();
    tell(std::string("B has ended: ") + error.what(), true);
  }
}

}  // namespace raycloth
