// The sticks of a gamepad as two hands over the picture. Each stick moves its hand; its trigger takes hold of the cloth
// under it and pulls the harder the farther it is pressed; its bumper holds on. Says what the hands do in a display
// frame; who pulls is the Grabber. Knows no window: a pad is a plain state, whoever read it.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/workbench/tools/grabbing.h"

namespace raycloth {

/// What a gamepad tells at a moment.
struct PadState {
  struct Side {
    Vec2 stick{0};        // -1 to 1: right, down
    float trigger = 0;    // 0 to 1: pressed
    bool bumper = false;  // the button above it is down
  };
  std::string name;
  std::array<Side, 2> sides;  // left, right
  float push = 0;             // 1: what is held is to go farther away, -1: nearer
};

/// A hand in the present display frame.
struct PadHand {
  Puller puller;
  Vec2 place;      // in fractions of the picture
  float pull = 0;  // part of the strength that there is; 0: the trigger is not pressed
  float push = 0;  // steps a second, along the view
  // What happens in this frame:
  bool takes = false, lets_go = false;
  bool holds_on = false;  // while it pulls: holds on to that, or no more; else lets go of all that it held on to

  bool ready = false;  // the trigger was up since the pad was there: some tell nothing before they are moved
  bool bumper = false;
};

class PadHands {
 public:
  /// Nothing: no pad. `aspect` is the picture's.
  void follow(const std::optional<PadState>& pad, double seconds, float aspect);

  /// Empty without a pad.
  const std::string& name() const { return name_; }
  bool connected() const { return !name_.empty(); }
  /// Whether frames have to follow each other: a hand moves or pulls.
  bool busy() const { return busy_; }
  const std::array<PadHand, 2>& hands() const { return hands_; }

  static constexpr float kDeadZone = 0.2f;             // of the stick: it seldom comes back to 0
  static constexpr float kPress = 0.2f, kLift = 0.1f;  // of the trigger: takes hold, lets go
  static constexpr float kSpeed = 0.9f;                // of the picture's height in a second, at the stick's end

 private:
  std::string name_;
  bool busy_ = false;
  std::array<PadHand, 2> hands_{{{Puller::left_hand, {0.42f, 0.5f}}, {Puller::right_hand, {0.58f, 0.5f}}}};
};

/// How fast a stick moves its hand, as a part of the fastest: nothing within the dead zone, then the square of how far
/// beyond it is, so that a little is slow.
Vec2 speed_of(Vec2 stick);

}  // namespace raycloth
