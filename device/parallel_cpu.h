// Parallel loops on the CPU: blocks of indices over the queue's team of threads. Included by device/parallel.h alone.
#pragma once

#include <algorithm>

#include "device/lanes.h"
#include "device/queue.h"
#include "device/team.h"

namespace raycloth::cpu {

/// block(begin, end) for parts of [0, n) that begin at multiples of eight. Each thread's share comes in a few chunks, so
/// that another one can help it out; what is over within a microsecond or so is not shared.
template <class Block>
void launch_blocks(Queue& queue, int n, const Block& block) {
  constexpr int kLanes = 8, kSmallest = 128, kLargest = 1024, kChunksPerThread = 6;
  if (n <= 2 * kSmallest) return block(0, n);
  const int chunk = std::clamp(n / (kChunksPerThread * queue.team().threads()), kSmallest, kLargest);
  queue.team().run(n, (chunk + kLanes - 1) / kLanes * kLanes, block);
}

template <class F>
void launch(Queue& queue, const char*, int n, const F& f) {
  launch_blocks(queue, n, [&f](int begin, int end) {
    for (int i = begin; i < end; ++i) f(i);
  });
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch(queue, name, std::min(*count, capacity), f);
}

/// Eight at a time, the rest of a block one by one: the same body, so the same bits.
template <class F>
void launch_lanes(Queue& queue, const char*, int n, const F& f) {
  launch_blocks(queue, n, [&f](int begin, int end) {
    const F body = f;   // its own copy, which no store of the body can change: it stays in registers
    int i = begin;
    for (; i + 8 <= end; i += 8) body(Lanes<Float8>{i});
    for (; i < end; ++i) body(Lanes<float>{i});
  });
}

template <class F>
void launch_lanes_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_lanes(queue, name, std::min(*count, capacity), f);
}

}  // namespace raycloth::cpu
