// Parallel loops on CUDA: a thread per index, or eight, block size by occupancy. Included by device/parallel.h alone.
#pragma once

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <algorithm>

#include "device/cuda/check.h"
#include "device/lanes.h"
#include "device/queue.h"
#include "device/team.h"

namespace raycloth::gpu {

template <class F>
__global__ void loop_kernel(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

/// Of `each` threads for an index.
template <class F>
__global__ void counted_loop_kernel(int capacity, const int* count, int each, F f) {
  const int n = each * (*count < capacity ? *count : capacity);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}

/// Threads of a block, and how many blocks fill the device.
struct LaunchShape {
  int block, full;
};

template <class Kernel>
LaunchShape launch_shape(Kernel kernel, int most = 256) {
  int grid = 0, block = 0;
  check_cuda(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, most), "choosing a block size");
  return {block, grid};
}

/// Blocks of a loop whose length only the device knows, where there is room for `capacity`: so many that they share
/// uneven work, few enough for those past the count to cost nothing.
inline int blocks_of(const LaunchShape& shape, int capacity) {
  constexpr int kRounds = 32;
  return std::min((capacity + shape.block - 1) / shape.block, kRounds * shape.full);
}

template <class F>
void launch(Queue& queue, const char* name, int n, const F& f) {
  static const int block = launch_shape(loop_kernel<F>).block;
  nvtxRangePushA(name);
  loop_kernel<F><<<(n + block - 1) / block, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(n, f);
  nvtxRangePop();
  check_cuda(cudaGetLastError(), name);
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f, int each = 1) {
  static const LaunchShape shape = launch_shape(counted_loop_kernel<F>);
  nvtxRangePushA(name);
  counted_loop_kernel<F>
      <<<blocks_of(shape, each * capacity), shape.block, 0, static_cast<cudaStream_t>(queue.stream())>>>(
          capacity, count, each, f);
  nvtxRangePop();
  check_cuda(cudaGetLastError(), name);
}

/// A body for lanes, on one.
template <class F>
struct OneLane {
  F f;
  __device__ void operator()(int i) const { f(Lanes<float>{i}); }
};

template <class F>
void launch_lanes(Queue& queue, const char* name, int n, const F& f) {
  launch(queue, name, n, OneLane<F>{f});
}

template <class F>
void launch_lanes_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_counted(queue, name, capacity, count, OneLane<F>{f});
}

/// A body for a team, in each of its threads. Blocks are whole warps, so teams are whole.
template <class F>
struct OfTeam {
  F f;
  __device__ void operator()(int thread) const { f(Team::of_thread(), thread / 8); }
};

template <class F>
void launch_teams(Queue& queue, const char* name, int n, const F& f) {
  launch(queue, name, 8 * n, OfTeam<F>{f});
}

template <class F>
void launch_teams_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  launch_counted(queue, name, capacity, count, OfTeam<F>{f}, 8);
}

}  // namespace raycloth::gpu
