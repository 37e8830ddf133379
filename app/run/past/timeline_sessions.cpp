// Sessions that are played over a timeline, and what is recorded of it.
#include <utility>

#include "app/run/past/timeline.h"

namespace raycloth {

/// Cloth that is cut otherwise than in the scene's file becomes so at the beginning, where the sides of cuts are near
/// to each other.
void Timeline::cut_as_first() {
  if (cut_as_authored()) return;
  reset();
  for (int i = 0; i < static_cast<int>(authored_.cuts.size()); ++i) change_cuts(i, authored_.cuts[i]);
}

void Timeline::play(Session session) {
  session_.reset();
  cut_as_first();
  begin(std::move(session));
}

void Timeline::play_as_recorded(Session session) {
  session_.reset();
  cut_as_first();
  change(authored_.settings);
  for (int i = 0; i < static_cast<int>(authored_.materials.size()); ++i) change(i, authored_.materials[i]);
  change_pins(authored_pins());
  begin(std::move(session));
}

void Timeline::begin(Session session) {
  reset();
  session_.emplace(std::move(session));
}

void Timeline::stop_session() {
  if (!session_) return;
  session_.reset();
  release_held();
}

void Timeline::record(const std::filesystem::path& file, std::shared_ptr<const Model> model) {
  recorder_.emplace(file, authored_.name, std::move(model));
}

void Timeline::stop_recording() {
  if (!recorder_) return;
  Session ended = take().log;
  for (const int id : held_after(ended)) add(ended, last_frame(), ReleaseAction{id});
  recorder_->follow(ended);
  recorder_.reset();
}

}  // namespace raycloth
