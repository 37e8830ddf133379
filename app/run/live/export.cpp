// What a running scene writes for others: the present frame, or those of its past, as meshes or as a video.
#include "app/run/export/mesh_export.h"
#include "app/run/live/film.h"
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
  check_range(path, first, last);
  const ExportPlan plan{export_target(path, std::nullopt), simulation_->settings().time_step, false};
  const auto exporter = make_exporter(plan, opened_->scene, opened_->model);
  const Task::Scope scope(task_, "export of frames to " + path.filename().string());
  const long long end = visit_frames(first, last, 1, [&] {
    exporter->add_frame(exported_frame(*simulation_));
    return true;
  });
  if (abandoned_) return;
  if (end > first) exporter->finish();
  if (end == first) return tell("the export was cancelled; nothing is written");
  tell(path.string() + ": frames " + std::to_string(first) + " to " + std::to_string(end - 1) + " exported" +
       (end <= last ? ", then it was cancelled" : ""));
}

void LiveScene::film_frames(const std::filesystem::path& path, const FilmPlan& plan, Film& film) {
  const auto [from, last, every, wishes] = plan;
  check_range(path, from, last);
  const long long first = (from + every - 1) / every * every;
  check(first <= last, path.string() + ": found frames " + std::to_string(from) + " to " + std::to_string(last) +
                           ", expected one among them whose number is a multiple of " + std::to_string(every));
  film.begin(simulation_->settings().time_step);
  const Task::Scope scope(task_, "video to " + path.filename().string());
  Frame frame;
  Twin::Course course(*twin_);
  const long long end = visit_frames(first, last, every, [&] {
    frame.opened = opened_;
    fill_state(frame, *simulation_, wishes, {});
    frame.comparison = {};
    if (course.go_to(frame.number)) twin_->fill(frame.comparison, opened_, wishes, {});
    return film.add(frame, [this] { return !task_.cancelled() && !abandoned_; });
  });
  if (abandoned_) return;
  if (end > first) film.finish();
  if (end == first) return tell("the video was cancelled; nothing is written");
  tell(path.string() + ": frames " + std::to_string(first) + " to " + std::to_string(end - every) + " recorded" +
       (end <= last ? ", then it was cancelled" : ""));
}

void LiveScene::check_range(const std::filesystem::path& path, long long first, long long last) const {
  const long long known = timeline_->last_frame();
  check(first >= 0 && first <= last && last <= known, path.string() + ": found frames " + std::to_string(first) +
                                                          " to " + std::to_string(last) + ", expected some from 0 to " +
                                                          std::to_string(known));
}

/// Shows them one after the other, or every few, as the task's progress, and comes back to the present one, also from a
/// failure; B stays where it is. Returns the first that was not seen: one after the last, unless the task was
/// cancelled.
long long LiveScene::visit_frames(long long first, long long last, int every, const std::function<bool()>& seen) {
  play(false);
  const Snapshot present = simulation_->save();
  long long frame = first;
  try {
    while (frame <= last && goes_on(static_cast<double>(frame - first) / static_cast<double>(last - first + 1))) {
      show_frame(frame);
      if (abandoned_) return frame;
      if (!seen()) break;
      frame += every;
    }
  } catch (...) {
    come_back_to(present);
    throw;
  }
  if (!abandoned_) come_back_to(present);
  return frame;
}

/// With what was changed since its last step, which no frame has yet.
void LiveScene::come_back_to(const Snapshot& present) {
  show_frame(present.frame);
  for (int i = 0; i < static_cast<int>(present.materials.size()); ++i) {
    timeline_->change_cuts(i, present.scene->objects[static_cast<size_t>(i)].cut.cuts);
    timeline_->change(i, present.materials[static_cast<size_t>(i)]);
  }
  timeline_->change(present.settings);
  timeline_->change_pins(present.pins);
  follow_cuts();
}

}  // namespace raycloth
