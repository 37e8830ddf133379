// Sessions and timings: recorded, and sessions played.
#include "app/workbench/workbench.h"

namespace raycloth {

void Workbench::play_session() {
  grabber_.forget();
  runner_->ask([](LiveScene& scene) { scene.play_session(); });
}

void Workbench::play_session(const std::filesystem::path& file) {
  if (building()) return static_cast<void>(can_build());  // it would play in the scene that goes
  grabber_.forget();
  end_gesture();
  runner_->ask([file](LiveScene& scene) { scene.play_session(file); });
}

void Workbench::stop_session() {
  runner_->ask([](LiveScene& scene) { scene.stop_session(); });
}

void Workbench::toggle_session_recording() {
  runner_->ask([](LiveScene& scene) { scene.toggle_session_recording(); });
}

void Workbench::record_session(const std::filesystem::path& file) {
  runner_->ask([file](LiveScene& scene) { scene.record_session(file); });
}

void Workbench::record_timings(const std::filesystem::path& file) {
  runner_->ask([file](LiveScene& scene) { scene.record_timings(file); });
}

void Workbench::toggle_recording(const std::string& ending) {
  runner_->ask([ending](LiveScene& scene) { scene.toggle_timings(ending); });
}

}  // namespace raycloth
