// A and B (app/run/live/twin.h): the present state, continued under two kinds of settings. What was asked of each side,
// which of them is chosen, and where in the picture one ends. Without a comparison there is A alone. Knows neither the
// renderer nor the panels.
#pragma once

#include <algorithm>

#include "app/run/past/edit_history.h"
#include "app/workbench/parts/asked.h"
#include "app/workbench/parts/shown.h"

namespace raycloth {

class Comparison {
 public:
  enum class Side { a, b };

  Comparison(Shown& shown, EditHistory& edits, DeviceChoice device) : shown_(shown), edits_(edits), device_(device) {}

  bool on() const { return on_.over(shown_.frame->comparison.b != nullptr, *shown_.frame); }
  void turn(bool on);  // B begins as A is, and is the side that is chosen
  void begin_again();  // both from here
  void keep_b();       // A goes on with B's settings
  void move_b(DeviceChoice device);

  /// Whose settings and materials are shown and changed.
  Side chosen() const { return on() ? chosen_ : Side::a; }
  void choose(Side side) { chosen_ = side; }
  /// Of the picture's width: left of it is A, right of it B.
  float divider() const { return divider_; }
  void move_divider(float part) { divider_ = std::clamp(part, 0.0f, 1.0f); }
  /// A's frame or B's.
  const Frame& seen_at(Vec2 place) const {
    return shown_.frame->comparison.b && place.x > divider_ ? *shown_.frame->comparison.b : *shown_.frame;
  }

  /// As they were asked for, or are.
  const Settings& settings(Side side) const {
    return asked(side).settings.over(frame_of(side).settings, *shown_.frame);
  }
  const Material& material(Side side, int object) const {
    return asked(side).material(object, frame_of(side).materials[object], *shown_.frame);
  }
  void ask(Side side, const Settings& settings);
  void ask(Side side, int object, const Material& material);

  /// There is no B any more.
  void forget_b();
  /// What was asked of A is void: another scene is shown.
  void forget_a() { asked_a_ = {}; }

 private:
  Asked& asked(Side side) { return side == Side::b ? asked_b_ : asked_a_; }
  const Asked& asked(Side side) const { return side == Side::b ? asked_b_ : asked_a_; }
  /// B begins as A is.
  const Frame& frame_of(Side side) const {
    return side == Side::b && shown_.frame->comparison.b ? *shown_.frame->comparison.b : *shown_.frame;
  }

  Shown& shown_;
  EditHistory& edits_;
  const DeviceChoice device_;  // that B begins on
  Pending<bool> on_;
  Side chosen_ = Side::a;
  float divider_ = 0.5f;
  Asked asked_a_, asked_b_;
};

}  // namespace raycloth
