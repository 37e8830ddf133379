// Loops of short parts in one launch on CUDA, a block for each part. Included by device/loops.h alone.
#pragma once

/// Before a template whose instances for the host call what only the host has.
#define RAYCLOTH_CALLS_HOST _Pragma("nv_exec_check_disable")

namespace raycloth::gpu {

/// Four turns of the largest block. Above it many blocks and a launch for each loop should be quicker than one block.
inline constexpr int kLongestOfBlock = 4096;

/// What one launch of them all moves.
struct CountedLoops {
  Queue& queue;

  template <class F>
  void over(const RangesView& ranges, int k, const char* name, long long moves, const F&,
            const int* most = nullptr) const {
    queue.count_launch(name, moves, ranges.whole[k].y - ranges.whole[k].x, most, 0);
  }
  bool goes_on(const float*) const { return true; }
};

/// The loops of one part, by the threads of one block.
struct BlockLoops {
  int part;

  template <class F>
  __device__ void over(const RangesView& ranges, int k, const char*, long long, const F& f,
                       const int* = nullptr) const {
    const Int2 range = ranges.of_parts[part * ranges.count + k];
    for (int i = range.x + threadIdx.x; i < range.y; i += blockDim.x) f(Lanes<float>{i});
    __syncthreads();
  }
  __device__ bool goes_on(const float* of_parts) const { return of_parts[part] != 0; }
};

template <class F>
__global__ void loops_kernel(F f) {
  f(BlockLoops{static_cast<int>(blockIdx.x)});
}

template <class F>
bool launch_as_one(Queue& queue, const char* name, int parts, int longest, const F& f) {
  if (longest > kLongestOfBlock) return false;
  if (parts == 0 || longest == 0) return true;
  static const int block = block_size(loops_kernel<F>, 1024);
  queue.count_launch(name, 0, 0);
  f(CountedLoops{queue});
  nvtxRangePushA(name);
  loops_kernel<F><<<parts, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(f);
  nvtxRangePop();
  check_cuda(cudaGetLastError(), name);
  return true;
}

}  // namespace raycloth::gpu
