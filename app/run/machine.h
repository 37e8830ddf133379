// Small facts about the machine a run is on.
#pragma once

#include <cstddef>
#include <thread>

namespace raycloth {

/// Threads that `--threads requested` stands for: 0 is all of the machine's.
inline int thread_count(int requested) {
  return requested > 0 ? requested : static_cast<int>(std::thread::hardware_concurrency());
}

/// Of main memory that this process has.
size_t resident_bytes();

}  // namespace raycloth
