// Hands that hold cloth of the scene that is shown, or of its B: the mouse's and those of a gamepad. Places are as
// Sight has them.
#pragma once

#include <optional>
#include <span>

#include "app/workbench/parts/comparison.h"
#include "app/workbench/parts/opening.h"
#include "app/workbench/parts/sight.h"
#include "app/workbench/tools/grabbing.h"
#include "app/workbench/tools/pad_hands.h"

namespace raycloth {

class Hands {
 public:
  Hands(const Shown& shown, const Opening& opening, const Comparison& comparison, const Sight& sight, Grabber& grabber)
      : shown_(shown), opening_(opening), comparison_(comparison), sight_(sight), grabber_(grabber) {}

  // Of the mouse.
  bool grab(Vec2 place);  // false: there is nothing to take
  void drag(Vec2 place);
  void push(Vec2 place, float steps);  // along the view
  void release();
  /// What is pulled stays held when it is let go, or no more; while nothing is pulled, all that is held is let go.
  void hold_on();

  /// A gamepad in this display frame, s after the last; nothing: there is none. Its hands pull beside the mouse.
  void follow(const std::optional<PadState>& pad, double seconds);
  const PadHands& pad() const { return pad_; }
  bool pulls(Puller puller) const { return grabber_.active(puller); }

 private:
  void act(const PadHand& hand, float seconds);

  const Shown& shown_;
  const Opening& opening_;
  const Comparison& comparison_;
  const Sight& sight_;
  Grabber& grabber_;
  PadHands pad_;
};

}  // namespace raycloth
