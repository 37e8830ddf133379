// Small facts about the machine a run is on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>

namespace raycloth {

/// Threads that `--threads requested` stands for: 0 is all of the machine's, and there are no more.
inline int thread_count(int requested) {
  const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return requested > 0 ? std::min(requested, all) : all;
}

/// Of main memory that this process has.
size_t resident_bytes();

}  // namespace raycloth
