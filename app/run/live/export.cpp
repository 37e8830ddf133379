// What a running scene writes for other programs: the present frame, or those of its past.
#include "app/run/export/mesh_export.h"
#include "app/run/live/live_scene.h"
#include "device/error.h"

namespace raycloth {

void LiveScene::export_frame(const std::filesystem::path& path) {
  const ExportPlan plan{export_target(path, std::nullopt), simulation_->settings().time_step, true};
  const auto exporter = make_exporter(plan, opened_->scene, opened_->model);
  exporter->add_frame(exported_frame(*simulation_));
  exporter->finish();
  tell(path.string() + ": frame " + std::to_string(simulation_->frame()) + " exported");
}

void LiveScene::export_frames(const std::filesystem::path& path, long long first, long long last) {
  const long long here = timeline_->frame(), known = timeline_->last_frame();
  check(first >= 0 && first <= last && last <= known, path.string() + ": found frames " + std::to_string(first) +
                                                          " to " + std::to_string(last) + ", expected some from 0 to " +
                                                          std::to_string(known));
  const ExportPlan plan{export_target(path, std::nullopt), simulation_->settings().time_step, false};
  const auto exporter = make_exporter(plan, opened_->scene, opened_->model);
  const Task::Scope scope(task_, "export of frames to " + path.filename().string());
  long long frame = first;
  for (; frame <= last && goes_on(static_cast<double>(frame - first) / static_cast<double>(last - first + 1));
       ++frame) {
    seek(frame);
    if (abandoned_) return;
    exporter->add_frame(exported_frame(*simulation_));
  }
  if (frame > first) exporter->finish();
  seek(here);
  if (frame == first) return tell("the export was cancelled; nothing is written");
  tell(path.string() + ": frames " + std::to_string(first) + " to " + std::to_string(frame - 1) + " exported" +
       (frame <= last ? ", then it was cancelled" : ""));
}

}  // namespace raycloth
