#include "app/run/past/session_recorder.h"

#include "device/error.h"

namespace raycloth {

SessionRecorder::SessionRecorder(const std::filesystem::path& file, const std::string& scene, const Model& model)
    : path_(file), model_(model), out_(file, std::ios::trunc) {
  check(out_.good(), file.string() + ": cannot be written; name a file in a folder that exists and is writable");
  write(session_header(scene, model));
  begin_ = out_.tellp();
}

void SessionRecorder::follow(const Session& session) {
  for (; written_ < session.events.size(); ++written_) write(session_line(session.events[written_], model_));
}

void SessionRecorder::follow_reset(const Session& session, long long frame) {
  follow(session);
  write(session_line({frame, ResetAction{}}, model_));
  begin_ = out_.tellp();
  written_ = 0;
}

void SessionRecorder::start_over() {
  out_.close();
  std::filesystem::resize_file(path_, begin_);
  out_.open(path_, std::ios::app);
  written_ = 0;
}

void SessionRecorder::write(const std::string& line) {
  out_ << line << '\n' << std::flush;
  if (!out_.good()) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
}

}  // namespace raycloth
