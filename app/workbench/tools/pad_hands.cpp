#include "app/workbench/tools/pad_hands.h"

#include <algorithm>
#include <cmath>

namespace raycloth {
namespace {

constexpr float kPushSpeed = 12;  // steps a second, as of the wheel

void follow_stick(PadHand& hand, Vec2 stick, float seconds, float aspect) {
  const Vec2 moved = PadHands::kSpeed * seconds * speed_of(stick);
  hand.place = glm::clamp(hand.place + Vec2(moved.x / aspect, moved.y), Vec2(0), Vec2(1));
}

void follow_trigger(PadHand& hand, float trigger) {
  const bool pulled = hand.pull > 0;
  const bool pulls = pulled ? trigger > PadHands::kLift : hand.ready && trigger > PadHands::kPress;
  hand.ready = hand.ready || trigger < PadHands::kLift;
  hand.takes = pulls && !pulled;
  hand.lets_go = pulled && !pulls;
  hand.pull = pulls ? std::min((trigger - PadHands::kLift) / (1 - PadHands::kLift), 1.0f) : 0;
}

/// As one whose trigger came up.
void leave(PadHand& hand) {
  follow_trigger(hand, 0);
  hand.ready = hand.holds_on = hand.bumper = false;
  hand.push = 0;
}

}  // namespace

Vec2 speed_of(Vec2 stick) {
  const float length = std::hypot(stick.x, stick.y);
  if (length <= PadHands::kDeadZone) return Vec2(0);
  const float beyond = (std::min(length, 1.0f) - PadHands::kDeadZone) / (1 - PadHands::kDeadZone);
  return stick * (beyond * beyond / length);
}

void PadHands::follow(const std::optional<PadState>& pad, double seconds, float aspect) {
  name_ = pad ? pad->name : "";
  busy_ = false;
  for (size_t i = 0; i < hands_.size(); ++i) {
    PadHand& hand = hands_[i];
    if (!pad) {
      leave(hand);
      continue;
    }
    const PadState::Side& side = pad->sides[i];
    follow_stick(hand, side.stick, static_cast<float>(seconds), aspect);
    follow_trigger(hand, side.trigger);
    hand.push = kPushSpeed * pad->push;
    hand.holds_on = !std::exchange(hand.bumper, side.bumper) && side.bumper;
    busy_ = busy_ || hand.pull > 0 || speed_of(side.stick) != Vec2(0);
  }
}

}  // namespace raycloth
