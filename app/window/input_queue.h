// What a person does at keyboard and mouse, in its order, until display frames take it: a frame that lasts 0.2 s may
// see a key go down and up, and whoever looks at the state once a frame would see nothing. A frame takes events from
// the front until one would change again what changed in it (as Dear ImGui does from 1.87 on,
// io.ConfigInputTrickleEventQueue).
//
//   one frame                        ends before
//   a key, a button                  the same key or button
//   a button                         any key, character, wheel or move of the cursor
//   a move of the cursor             a button: what lies there must be known to be under the cursor first
//   the wheel                        a move of the cursor, or a button
//   a command key (Return, ctrl + A) a character, and the other way round
//
// Nothing else waits: while somebody types into a field, any number of characters with their keys. Moves without
// anything between them are one, and so are repeats of a held key, so a frame never falls behind by many.
//
// Knows neither GLFW nor Dear ImGui.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "device/math.h"

namespace raycloth {

struct InputEvent {
  enum class Kind { cursor, leave, button, wheel, key, repeat, character, focus, drop };
  /// What a key does while text is typed: makes a character, helps to (shift), or commands.
  enum class Role { text, shift, command };

  Kind kind = Kind::cursor;
  int code = 0;       // of the key or button, or the character
  bool down = false;  // of a key or button; focus: gained
  int modifiers = 0;  // as they came
  int scancode = 0;   // of a key
  Role role = Role::command;
  Vec2 value{0};                     // cursor: its place in the window; wheel: steps
  std::vector<std::string> files{};  // dropped
  int times = 1;                     // events that are one here: moves, repeats
};

class InputQueue {
 public:
  static constexpr int kButtons = 5;

  void push(const InputEvent& event);
  bool empty() const { return events_.empty(); }
  size_t size() const { return events_.size(); }

  /// What one display frame gets. `typing`: a text field has the keyboard.
  std::vector<InputEvent> take(bool typing);

  // The state after the last take.
  std::optional<Vec2> cursor() const { return cursor_; }  // nothing: outside the window
  bool held(int button) const { return held_[button]; }

 private:
  /// What has happened in a frame so far.
  struct Frame {
    std::vector<int> keys;  // that changed, those that only make characters aside
    unsigned buttons = 0;   // a bit for each that changed
    bool moved = false, wheel = false, text = false, command = false;
  };

  bool fits(const InputEvent& event, const Frame& frame, bool typing) const;
  void apply(const InputEvent& event, Frame& frame, bool typing);

  std::deque<InputEvent> events_;
  std::optional<Vec2> cursor_;
  Vec2 wheel_at_{0};  // where the cursor was when the wheel turned
  std::array<bool, kButtons> held_{};
};

}  // namespace raycloth
