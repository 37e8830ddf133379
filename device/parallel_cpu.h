// Parallel loops on the CPU: blocks of indices over the arena's threads. Included by device/parallel.h alone.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>

#include "device/queue.h"

namespace raycloth::cpu {

inline constexpr int kGrain = 512;   // indices a thread takes at a time: below it, a loop is not worth sharing

template <class F>
void launch(Queue&, const char*, int n, const F& f) {
  if (n <= kGrain) {
    for (int i = 0; i < n; ++i) f(i);
    return;
  }
  tbb::parallel_for(tbb::blocked_range<int>(0, n, kGrain), [&f](const tbb::blocked_range<int>& block) {
    for (int i = block.begin(); i < block.end(); ++i) f(i);
  });
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch(queue, name, std::min(*count, capacity), f);
}

}  // namespace raycloth::cpu
