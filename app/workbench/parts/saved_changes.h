// Which state of the edits (app/run/past/edit_history.h) a file has.
#pragma once

#include <utility>

namespace raycloth {

class SavedChanges {
 public:
  /// Of a scene that was opened. One that an earlier run left behind is unsaved from its beginning.
  void begin(bool left_behind) {
    saved_ = asked_ = 0;
    left_behind_ = left_behind;
  }
  bool lack(long long edits) const { return left_behind_ || edits != saved_; }
  bool left_behind() const { return left_behind_; }

  /// This state is on its way to a file, and there it is once the scene has been saved again: then true.
  void ask(long long edits) { asked_ = edits; }
  bool follow(long long saves) {
    if (std::exchange(saves_, saves) == saves) return false;
    saved_ = asked_;
    left_behind_ = false;
    return true;
  }
  /// Another runner, which has saved nothing yet.
  void count_anew() { saves_ = 0; }

 private:
  long long saved_ = 0, asked_ = 0, saves_ = 0;
  bool left_behind_ = false;
};

}  // namespace raycloth
