// Sessions of a scene that runs: recorded, and played.
#include "app/run/live/live_scene.h"
#include "app/run/output/whole_file.h"

namespace raycloth {

Session LiveScene::load_session(const std::filesystem::path& file) const {
  return read_session(file, first_model(), simulation_->settings());
}

/// Read against the scene's file, as it was recorded against it.
Session LiveScene::load_recorded(const std::filesystem::path& file) const {
  const Authored& authored = timeline_->authored();
  Model model = first_model();
  for (size_t i = 0; i < model.objects.size(); ++i) model.objects[i].material = authored.materials[i];
  return read_session(file, model, authored.settings);
}

void LiveScene::play_session() {
  Session session = load_session(opened_->scene.session);
  another_state();
  timeline_->play(std::move(session));
  session_begins();
}

void LiveScene::play_session(const std::filesystem::path& file) {
  Session session = load_recorded(file);
  another_state();
  timeline_->play_as_recorded(std::move(session));
  session_begins();
  use_session(file);
}

void LiveScene::use_session(const std::filesystem::path& file) {
  session_file_ = file;
  ++session_files_;
}

void LiveScene::session_begins() {
  news_ = {true, {}};
  follow_cuts();
  play(true);
  tell({});
}

void LiveScene::stop_session() { timeline_->stop_session(); }

void LiveScene::toggle_session_recording() {
  if (const SessionRecorder* recorder = timeline_->recorder()) {
    tell(recorder->file().string() + ": session written");
    timeline_->stop_recording();
  } else {
    record_session(unused_file(opened_->scene.name + "_session", ".jsonl"));
  }
}

void LiveScene::record_session(const std::filesystem::path& file) {
  timeline_->stop_recording();
  timeline_->record(file, std::make_shared<const Model>(first_model()));
  use_session(file);
}

}  // namespace raycloth
