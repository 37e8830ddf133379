#include "app/run/past/state_ring.h"

#include <algorithm>
#include <cassert>

namespace raycloth {
namespace {

bool before(long long frame, const std::shared_ptr<Snapshot>& state) { return frame < state->frame; }

/// How far apart states are kept that are `age` frames old: 1 up to `dense`, 2 up to twice that, 4, ...
long long stride(long long age, long long dense) {
  long long stride = 1;
  while (stride * dense < age) stride *= 2;
  return stride;
}

}  // namespace

void StateRing::add(Snapshot snapshot) {
  assert(states_.empty() || states_.back()->frame < snapshot.frame);
  bytes_ += snapshot.bytes();
  states_.push_back(std::make_shared<Snapshot>(std::move(snapshot)));
  thin();
  shrink();
}

void StateRing::bound(size_t most_bytes) {
  most_bytes_ = most_bytes;
  shrink();
}

void StateRing::shrink() {
  while (bytes_ > most_bytes_ && dense_ > kSparsest) {
    dense_ /= 2;
    thin();
  }
}

const Snapshot& StateRing::at_or_before(long long frame) const {
  const auto after = std::upper_bound(states_.begin(), states_.end(), frame, before);
  return after == states_.begin() ? *states_.front() : **(after - 1);
}

const Snapshot* StateRing::find(long long frame) const {
  const Snapshot& state = at_or_before(frame);
  return state.frame == frame ? &state : nullptr;
}

void StateRing::cut_after(long long frame) {
  while (states_.size() > 1 && states_.back()->frame > frame) {
    drop(states_.back());
    states_.pop_back();
  }
}

void StateRing::thin() {
  const long long first = states_.front()->frame, now = states_.back()->frame;
  std::erase_if(states_, [&](const std::shared_ptr<Snapshot>& state) {
    const long long frame = state->frame - first;
    if (frame % stride(now - state->frame, dense_) == 0) return false;
    drop(state);
    return true;
  });
}

void StateRing::drop(const std::shared_ptr<Snapshot>& state) {
  bytes_ -= state->bytes();
  if (spares_.size() < kMostSpares) spares_.push_back(state);
}

Snapshot StateRing::take_spare() {
  while (!spares_.empty()) {
    const std::shared_ptr<Snapshot> spare = std::move(spares_.back());
    spares_.pop_back();
    if (spare.use_count() == 1) return std::move(*spare);  // else another take still has it
  }
  return {};
}

}  // namespace raycloth
