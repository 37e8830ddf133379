#include "app/workbench/parts/recordings.h"

#include <utility>

#include "app/run/user/recent_files.h"

namespace raycloth {

void Recordings::toggle_session() {
  shown_.runner->ask([](LiveScene& scene) { scene.toggle_session_recording(); });
}

void Recordings::begin_session(const std::filesystem::path& file) {
  shown_.runner->ask([file](LiveScene& scene) { scene.record_session(file); });
}

void Recordings::toggle_timings(const std::string& ending) {
  shown_.runner->ask([ending](LiveScene& scene) { scene.toggle_timings(ending); });
}

void Recordings::begin_timings(const std::filesystem::path& file) {
  shown_.runner->ask([file](LiveScene& scene) { scene.record_timings(file); });
}

void Recordings::export_frame(const std::filesystem::path& path) {
  shown_.runner->ask([path](LiveScene& scene) { scene.export_frame(path); });
}

void Recordings::export_frames(const std::filesystem::path& path, long long first, long long last) {
  player_.pauses(shown_.runner->ask([=](LiveScene& scene) { scene.export_frames(path, first, last); }));
}

void Recordings::follow() {
  const Frame& frame = *shown_.frame;
  if (std::exchange(sessions_seen_, frame.session_files) != frame.session_files) remember_recent(frame.session_file);
}

}  // namespace raycloth
