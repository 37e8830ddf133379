#include "app/workbench/parts/player.h"

#include <algorithm>

namespace raycloth {
namespace {

constexpr size_t kMostSteps = 3;  // that wait for slow ones before them: a key that is held asks for hundreds

}  // namespace

void Player::play(bool on) {
  playing_.set(on, shown_.runner->ask([on](LiveScene& scene) { scene.play(on); }));
}

void Player::single_step() {
  if (steps_asked_.size() >= kMostSteps) return;
  const Ticket ticket = shown_.runner->ask([](LiveScene& scene) { scene.single_step(); });
  steps_asked_.push_back(ticket);
  pauses(ticket);
}

void Player::seek(long long frame) {
  const long long goal = std::clamp(frame, 0LL, std::max(shown_.frame->past.last_frame, shown_.frame->number));
  const Ticket ticket = shown_.runner->ask(Runner::Kind::goal, "seek", [goal](LiveScene& scene) { scene.seek(goal); });
  goes_to(goal, ticket);
  jumps(ticket);
}

void Player::show_take(int number) {
  jumps(shown_.runner->ask([number](LiveScene& scene) { scene.show_take(number); }));
}

void Player::repeat() {
  grabber_.forget();
  playing_.set(true, shown_.runner->ask([](LiveScene& scene) { scene.repeat(); }));
}

void Player::stop_session() {
  shown_.runner->ask([](LiveScene& scene) { scene.stop_session(); });
}

void Player::follow() {
  std::erase_if(steps_asked_, [&](Ticket ticket) { return ticket <= shown_.frame->done; });
}

void Player::forget() {
  playing_.forget();
  sought_.forget();
  steps_asked_.clear();
}

}  // namespace raycloth
