#include "app/run/past/session_recorder.h"

#include <utility>

#include "device/error.h"
#include "sim/model/cuts.h"

namespace raycloth {

SessionRecorder::SessionRecorder(const std::filesystem::path& file, const std::string& scene,
                                 std::shared_ptr<const Model> model)
    : path_(file), model_(std::move(model)), begin_model_(model_), out_(file, std::ios::trunc) {
  check(out_.good(), file.string() + ": cannot be written; name a file in a folder that exists and is writable");
  write(session_header(scene, *model_));
  begin_ = out_.tellp();
}

void SessionRecorder::follow(const Session& session) {
  for (; written_ < session.events.size(); ++written_) write(session.events[written_]);
}

void SessionRecorder::follow_reset(const Session& session, long long frame) {
  follow(session);
  write({frame, ResetAction{}});
  begin_model_ = model_;
  begin_ = out_.tellp();
  written_ = 0;
}

void SessionRecorder::start_over() {
  out_.close();
  std::filesystem::resize_file(path_, begin_);
  out_.open(path_, std::ios::app);
  written_ = 0;
  model_ = begin_model_;
}

void SessionRecorder::write(const SessionEvent& event) {
  write(session_line(event, *model_));
  const auto* cut = std::get_if<CutAction>(&event.action);
  if (cut) model_ = std::make_shared<const Model>(with_cuts(*model_, cut->object, cut->cuts));
}

void SessionRecorder::write(const std::string& line) {
  out_ << line << '\n' << std::flush;
  if (!out_.good()) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
}

}  // namespace raycloth
