// Time of the scene that is shown: it plays, goes on by a step, goes back (app/run/past/timeline.h), shows another
// take. What is told is what was asked for, from the moment that it was.
#pragma once

#include <vector>

#include "app/workbench/parts/pending.h"
#include "app/workbench/parts/shown.h"
#include "app/workbench/tools/grabbing.h"

namespace raycloth {

class Player {
 public:
  Player(Shown& shown, Grabber& grabber) : shown_(shown), grabber_(grabber) {}

  void play(bool on);
  bool playing() const { return playing_.over(shown_.frame->playing, *shown_.frame); }
  void single_step();  // pauses; in the past, goes to the next frame of the take

  // The past. All of these pause, apart from repeat, which plays.
  long long frame_number() const { return sought_.over(shown_.frame->number, *shown_.frame); }
  void seek(long long frame);
  void step_back(long long frames) { seek(frame_number() - frames); }
  void show_take(int number);
  void repeat();
  void stop_session();  // that is played

  // What else was asked for, and does so.
  void pauses(Ticket by) { playing_.set(false, by); }
  void jumps(Ticket by) {  // and pauses
    grabber_.forget();
    pauses(by);
  }
  void goes_to(long long frame, Ticket by) { sought_.set(frame, by); }

  /// Another frame is there.
  void follow();
  /// After another scene was opened.
  void forget();

 private:
  Shown& shown_;
  Grabber& grabber_;
  Pending<bool> playing_;
  Pending<long long> sought_;
  std::vector<Ticket> steps_asked_;
};

}  // namespace raycloth
