// Parallel loops on CUDA: a thread per index, block size by occupancy. Included by device/parallel.h alone.
#pragma once

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "device/cuda_check.h"
#include "device/lanes.h"
#include "device/queue.h"

namespace raycloth::gpu {

template <class F>
__global__ void loop_kernel(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}

template <class F>
__global__ void counted_loop_kernel(int capacity, const int* count, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < capacity && i < *count) f(i);
}

template <class Kernel>
int block_size(Kernel kernel, int most = 256) {
  int grid = 0, block = 0;
  check_cuda(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, most), "choosing a block size");
  return block;
}

template <class F>
void launch(Queue& queue, const char* name, int n, const F& f) {
  static const int block = block_size(loop_kernel<F>);
  nvtxRangePushA(name);
  loop_kernel<F><<<(n + block - 1) / block, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(n, f);
  nvtxRangePop();
  check_cuda(cudaGetLastError(), name);
}

template <class F>
void launch_counted(Queue& queue, const char* name, int capacity, const int* count, const F& f) {
  static const int block = block_size(counted_loop_kernel<F>);
  nvtxRangePushA(name);
  counted_loop_kernel<F>
      <<<(capacity + block - 1) / block, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(capacity, count, f);
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

}  // namespace raycloth::gpu
