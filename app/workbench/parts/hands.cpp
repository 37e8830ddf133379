#include "app/workbench/parts/hands.h"

namespace raycloth {

bool Hands::grab(Vec2 place) {
  if (opening_.builds()) return false;  // triangles may have other numbers soon
  return grabber_.begin(Puller::mouse, *shown_.runner, comparison_.seen_at(place), sight_.ray(place),
                        sight_.view.hidden);
}

void Hands::drag(Vec2 place) {
  grabber_.move(Puller::mouse, *shown_.runner, sight_.ray(place), sight_.camera.forward());
}

void Hands::push(Vec2 place, float steps) {
  grabber_.push(Puller::mouse, steps, sight_.camera.forward(), sight_.camera.eye());
  drag(place);
}

void Hands::release() { grabber_.end(Puller::mouse, *shown_.runner); }

void Hands::hold_on() {
  if (!grabber_.hold_on(Puller::mouse)) grabber_.let_all_go(*shown_.runner);
}

void Hands::follow(const std::optional<PadState>& pad, double seconds) {
  pad_.follow(pad, seconds, sight_.aspect);
  for (const PadHand& hand : pad_.hands()) act(hand, static_cast<float>(seconds));
}

void Hands::act(const PadHand& hand, float seconds) {
  Runner& runner = *shown_.runner;
  const OrbitCamera& camera = sight_.camera;
  const ViewRay ray = sight_.ray(hand.place);
  if (hand.takes) grabber_.begin(hand.puller, runner, comparison_.seen_at(hand.place), ray, sight_.view.hidden);
  if (hand.lets_go) grabber_.end(hand.puller, runner);
  if (hand.holds_on && !grabber_.hold_on(hand.puller)) grabber_.let_all_go(hand.puller, runner);
  if (hand.push != 0) grabber_.push(hand.puller, seconds * hand.push, camera.forward(), camera.eye());
  grabber_.move(hand.puller, runner, ray, camera.forward(), hand.pull);
}

}  // namespace raycloth
