// A session on its way to the disk: a line an event, flushed, so that an interrupted recording is a valid file.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "app/run/past/session.h"

namespace raycloth {

class SessionRecorder {
 public:
  /// Creates `file` (an old one is overwritten) with its header. `model` is the one that the session begins with.
  /// Throws InputError when the file cannot be written.
  SessionRecorder(const std::filesystem::path& file, const std::string& scene, std::shared_ptr<const Model> model);

  /// Appends what `session` has more than at the last call. Throws std::runtime_error when the disk refuses.
  void follow(const Session& session);
  /// Appends the rest of `session` and that it was reset after `frame`; the next one begins at frame 0.
  void follow_reset(const Session& session, long long frame);
  /// The session was cut and goes on differently: the file begins anew, behind the last reset.
  void start_over();

  const std::filesystem::path& file() const { return path_; }
  size_t events() const { return written_; }  // since the last reset

 private:
  void write(const SessionEvent& event);
  void write(const std::string& line);

  std::filesystem::path path_;
  std::shared_ptr<const Model> model_, begin_model_;  // as it is cut where it goes on, and behind the last reset
  std::ofstream out_;
  std::streamoff begin_ = 0;  // where the session's first line goes
  size_t written_ = 0;        // events of it
};

}  // namespace raycloth
