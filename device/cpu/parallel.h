// Parallel loops on the CPU: blocks of indices over the queue's crew. Included by device/parallel.h alone.
#pragma once

#include <algorithm>

#include "device/cpu/crew.h"
#include "device/lanes.h"
#include "device/queue.h"
#include "device/team.h"

namespace raycloth::cpu {

/// Indices a thread takes at least: below twice as many, a loop is not worth sharing. A team does the work of some.
inline constexpr int kGrain = 256, kTeamGrain = 32;

inline Crew& crew_of(Queue& queue) { return *static_cast<Crew*>(queue.stream()); }

/// Parts begin at multiples of eight.
inline constexpr int kLanes = 8;
inline int block_count(int n) { return (n + kLanes - 1) / kLanes; }

/// block(begin, end) for parts of [0, n).
template <class Block>
void launch_blocks(Queue& queue, int n, int grain, const Block& block) {
  crew_of(queue).run(block_count(n), grain / kLanes,
                     [&](int begin, int end) { block(begin * kLanes, std::min(end * kLanes, n)); });
}

/// A body that tells where it has nothing to do (device/busy_groups.h).
template <class F>
concept SkipsIdle = requires(const F& f) {
  f.skip_idle(0, 0);
};

template <class F>
int skip_idle(const F& f, int i, int end) {
  if constexpr (SkipsIdle<F>) return f.skip_idle(i, end);
  return i;
}

template <class F>
void launch(Queue& queue, const char*, int n, const F& f) {
  launch_blocks(queue, n, kGrain, [&f](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      if (i % kLanes == 0) i = skip_idle(f, i, end);
      if (i < end) f(i);
    }
  });
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch(queue, name, std::min(*count, capacity), f);
}

/// Eight at a time, the rest of a block one by one: the same body, so the same bits.
template <class F>
void launch_lanes(Queue& queue, const char*, int n, const F& f) {
  launch_blocks(queue, n, kGrain, [&f](int begin, int end) {
    const F body = f;  // its own copy, which no store of the body can change: it stays in registers
    int i = begin;
    for (i = skip_idle(body, i, end); i + 8 <= end; i = skip_idle(body, i + 8, end)) body(Lanes<Float8>{i});
    for (; i < end; ++i) body(Lanes<float>{i});
  });
}

template <class F>
void launch_lanes_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_lanes(queue, name, std::min(*count, capacity), f);
}

template <class F>
void launch_teams(Queue& queue, const char*, int n, const F& f) {
  launch_blocks(queue, n, kTeamGrain, [&f](int begin, int end) {
    for (int i = begin; i < end; ++i) f(Team(), i);
  });
}

template <class F>
void launch_teams_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_teams(queue, name, std::min(*count, capacity), f);
}

}  // namespace raycloth::cpu
