// The one way to start a kernel. `name` is the profiler's label (an NVTX range on CUDA) and part of error messages;
// `moves` says what memory the loop moves (device/traffic.h).
#pragma once

#include "device/backend.h"
#include "device/lanes.h"
#include "device/queue.h"
#include "device/team.h"

#if RAYCLOTH_ON_CUDA
#include "device/cuda/parallel.h"
#else
#include "device/cpu/parallel.h"
#endif

namespace raycloth::RAYCLOTH_DEVICE {

/// A loop length that only the device knows: *count, at most `capacity`.
struct DeviceCount {
  int capacity;
  const int* count;
};

/// Counts a loop on the queue; false where it has no index.
inline bool counts(Queue& queue, const char* name, int n, const Moves& moves) {
  if (n > 0) queue.count_launch(name, moves, n);
  return n > 0;
}
inline bool counts(Queue& queue, const char* name, const DeviceCount& n, const Moves& moves) {
  if (n.capacity > 0) queue.count_launch(name, moves, n.capacity, n.count);
  return n.capacity > 0;
}

/// f(i) for every i in [0, n), in any order, on the queue.
template <class F>
void parallel_for(Queue& queue, const char* name, int n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch(queue, name, n, f);
}

/// The same for min(*n.count, n.capacity) indices.
template <class F>
void parallel_for(Queue& queue, const char* name, DeviceCount n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch_counted(queue, name, n.capacity, n.count, f);
}

/// f(Lanes<Real>) over [0, n), for a body as device/lanes.h describes.
template <class F>
void parallel_for_lanes(Queue& queue, const char* name, int n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch_lanes(queue, name, n, f);
}

/// The same for min(*n.count, n.capacity) indices.
template <class F>
void parallel_for_lanes(Queue& queue, const char* name, DeviceCount n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch_lanes_counted(queue, name, n.capacity, n.count, f);
}

/// f(team, i) for every i in [0, n), for a body as device/team.h describes.
template <class F>
void parallel_for_teams(Queue& queue, const char* name, int n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch_teams(queue, name, n, f);
}

/// The same for min(*n.count, n.capacity) indices.
template <class F>
void parallel_for_teams(Queue& queue, const char* name, DeviceCount n, const Moves& moves, F f) {
  if (counts(queue, name, n, moves)) launch_teams_counted(queue, name, n.capacity, n.count, f);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
