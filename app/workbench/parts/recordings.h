// What is written of the scene that is shown: sessions and timings while it runs, and the cloth for other programs.
// What came of it is a message.
#pragma once

#include <filesystem>
#include <string>

#include "app/workbench/parts/player.h"

namespace raycloth {

class Recordings {
 public:
  Recordings(Shown& shown, Player& player) : shown_(shown), player_(player) {}

  // What was done (app/run/past/session.h), in a new file of the current directory, or there.
  void toggle_session();
  void begin_session(const std::filesystem::path& file);

  // Timings, one row a step: likewise, .csv or .json.
  void toggle_timings(const std::string& ending = ".csv");
  void begin_timings(const std::filesystem::path& file);

  // The cloth.
  void export_frame(const std::filesystem::path& path);
  void export_frames(const std::filesystem::path& path, long long first, long long last);  // pauses

  /// Another frame is there: sessions that are recorded or played are among the recent files.
  void follow();
  /// After another scene was opened.
  void begin_again() { sessions_seen_ = 0; }

 private:
  Shown& shown_;
  Player& player_;
  long long sessions_seen_ = 0;
};

}  // namespace raycloth
