// Parallel loops on the CPU: blocks of indices over the arena's threads. Included by device/parallel.h alone.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>

#include "device/lanes.h"
#include "device/queue.h"
#include "device/team.h"

namespace raycloth::cpu {

/// Indices a thread takes at a time: below it, a loop is not worth sharing. A team does the work of some.
inline constexpr int kGrain = 512, kTeamGrain = 64;

/// block(begin, end) for parts of [0, n) that begin at multiples of eight.
template <class Block>
void launch_blocks(int n, int grain, const Block& block) {
  constexpr int kLanes = 8;
  if (n <= grain) return block(0, n);
  const int groups = (n + kLanes - 1) / kLanes;
  tbb::parallel_for(tbb::blocked_range<int>(0, groups, grain / kLanes), [&](const tbb::blocked_range<int>& range) {
    block(range.begin() * kLanes, std::min(range.end() * kLanes, n));
  });
}

template <class F>
void launch(Queue&, const char*, int n, const F& f) {
  launch_blocks(n, kGrain, [&f](int begin, int end) {
    for (int i = begin; i < end; ++i) f(i);
  });
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch(queue, name, std::min(*count, capacity), f);
}

/// Eight at a time, the rest of a block one by one: the same body, so the same bits.
template <class F>
void launch_lanes(Queue&, const char*, int n, const F& f) {
  launch_blocks(n, kGrain, [&f](int begin, int end) {
    const F body = f;  // its own copy, which no store of the body can change: it stays in registers
    int i = begin;
    for (; i + 8 <= end; i += 8) body(Lanes<Float8>{i});
    for (; i < end; ++i) body(Lanes<float>{i});
  });
}

template <class F>
void launch_lanes_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_lanes(queue, name, std::min(*count, capacity), f);
}

template <class F>
void launch_teams(Queue&, const char*, int n, const F& f) {
  launch_blocks(n, kTeamGrain, [&f](int begin, int end) {
    for (int i = begin; i < end; ++i) f(Team(), i);
  });
}

template <class F>
void launch_teams_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_teams(queue, name, std::min(*count, capacity), f);
}

}  // namespace raycloth::cpu
