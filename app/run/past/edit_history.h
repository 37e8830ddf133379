// What a user changed of settings, materials and pins, gesture by gesture, so that it can be taken back and done again
// without end. A slider that is drawn on, or one that moves many objects at once, is one gesture. Knows neither window
// nor simulation: what it hands out is to be applied.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/past/session.h"

namespace raycloth {

class EditHistory {
 public:
  /// Something was changed. What was undone before is forgotten.
  void add(const Settings& before, const Settings& after);
  void add(int object, const Material& before, const Material& after);
  void add_pins(const std::vector<int>& before, const std::vector<int>& after);  // all of them, ascending
  /// The next change begins another gesture. One that came back to where it began was none.
  void end_gesture();

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < gestures_.size(); }
  /// What takes the last gesture back, or does again what was taken back last: settings, materials and pins. Nothing
  /// where there is none.
  std::vector<Action> undo();
  std::vector<Action> redo();
  /// Keys of the gesture that undo() or redo() would be of: "substeps, half_thickness"; empty where there is none.
  std::string undo_words() const { return can_undo() ? words(gestures_[done_ - 1]) : ""; }
  std::string redo_words() const { return can_redo() ? words(gestures_[done_]) : ""; }

 private:
  template <class State>
  struct Change {
    State before, after;
  };
  struct Gesture {
    std::optional<Change<Settings>> settings;
    std::map<int, Change<Material>> materials;  // by object
    std::optional<Change<std::vector<int>>> pins;
  };

  Gesture& present();
  static std::vector<Action> actions(const Gesture& gesture, bool forward);
  static std::string words(const Gesture& gesture);

  std::vector<Gesture> gestures_;  // the first done_ of them are done, the rest undone
  size_t done_ = 0;
  bool open_ = false;  // the last one goes on
};

}  // namespace raycloth
