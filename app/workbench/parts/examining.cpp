#include "app/workbench/parts/examining.h"

namespace raycloth {
namespace {

constexpr float kVisitDistance = 0.25f;  // m from a penetration that is looked at

}  // namespace

bool Examining::inspect(Vec2 place) {
  if (opening_.builds()) return false;  // vertices may have other numbers soon
  if (inspector_.pick(*shown_.runner, comparison_.seen_at(place), sight_.ray(place), sight_.view.hidden)) return true;
  stop_inspecting();
  return false;
}

void Examining::watch(bool counting, bool pause_at_first) {
  counting_ = counting;
  pause_at_first_ = pause_at_first;
  shown_.runner->ask(Runner::Kind::value, "watch", [=](LiveScene& scene) { scene.watch(counting, pause_at_first); });
}

void Examining::visit(const Penetration& penetration) {
  player_.jumps(shown_.runner->ask([penetration](LiveScene& scene) { scene.visit(penetration); }));
  sight_.camera.fly_to(penetration.place, kVisitDistance);
}

void Examining::find_parity(int frames) {
  player_.pauses(shown_.runner->ask([frames](LiveScene& scene) { scene.find_parity(frames); }));
}

void Examining::run_handlers() {
  player_.pauses(shown_.runner->ask([](LiveScene& scene) { scene.run_handlers(); }));
}

void Examining::ask_wishes() {
  Wishes wishes = wishes_of(sight_.view);
  wishes.buffers = std::exchange(buffers_looked_at_, false);
  if (wishes == wished_) return;
  wished_ = wishes;
  shown_.runner->ask(Runner::Kind::value, "wishes", [wishes](LiveScene& scene) { scene.wish(wishes); });
}

void Examining::follow() {
  const Frame& frame = *shown_.frame;
  if (std::exchange(visits_seen_, frame.visits) != frame.visits)
    sight_.camera.fly_to(frame.visit->place, kVisitDistance);
}

void Examining::begin_again() {
  inspector_.forget();
  wished_ = {};
  visits_seen_ = 0;
  watch(counting_, pause_at_first_);
}

}  // namespace raycloth
