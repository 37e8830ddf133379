// Loops of short parts in one launch on CUDA, a block for each part, or several that wait for each other where the
// hardware can do that (clusters, from compute capability 9.0 on). Included by device/loops.h alone.
#pragma once

/// Before a template whose instances for the host call what only the host has.
#define RAYCLOTH_CALLS_HOST _Pragma("nv_exec_check_disable")

namespace raycloth::gpu {

/// Threads of the one block of a part, or of each of several; turns that they take: above it a launch for each loop is
/// quicker.
inline constexpr int kThreadsAlone = 1024, kThreadsOfSeveral = 256, kMostTurns = 4;

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

/// The loops of one part, by the threads of its blocks.
struct PartLoops {
  int part, blocks, first, stride;

  __device__ static PartLoops of_thread() {
    int blocks = 1, rank = 0;
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
    return {static_cast<int>(blockIdx.x) / blocks, blocks, static_cast<int>(rank * blockDim.x + threadIdx.x),
            static_cast<int>(blocks * blockDim.x)};
  }

  template <class F>
  __device__ void over(const RangesView& ranges, int k, const char*, long long, const F& f,
                       const int* = nullptr) const {
    const Int2 range = range_of(ranges, k);
    for (int i = range.x + first; i < range.y; i += stride) f(Lanes<float>{i});
    arrive();
    wait();
  }

  /// Range after range. Each thread reads the constants of its first index of a range while it waits for the range
  /// before, and where that range is yet before that.
  template <class F>
  __device__ void run_ahead(const RangesView& ranges, const F& f) const {
    if (ranges.count == 0) return;
    decltype(f.constants(Lanes<float>{0})) ahead;
    Int2 range = range_of(ranges, 0), next{};
    if (range.x + first < range.y) ahead = f.constants(Lanes<float>{range.x + first});
    for (int k = 0; k < ranges.count; ++k) {
      const bool goes_on = k + 1 < ranges.count;
      if (goes_on) next = range_of(ranges, k + 1);
      int i = range.x + first;
      if (i < range.y) f(Lanes<float>{i}, ahead);
      for (i += stride; i < range.y; i += stride) f(Lanes<float>{i}, f.constants(Lanes<float>{i}));
      arrive();
      range = next;
      if (goes_on && range.x + first < range.y) ahead = f.constants(Lanes<float>{range.x + first});
      wait();
    }
  }

  __device__ bool goes_on(const float* of_parts) const { return of_parts[part] != 0; }

  __device__ Int2 range_of(const RangesView& ranges, int k) const { return ranges.of_parts[part * ranges.count + k]; }

  /// A thread is done with a loop; and goes on when all are. One block waits in `wait` for both.
  __device__ void arrive() const {
#if __CUDA_ARCH__ >= 900
    if (blocks > 1) asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
#endif
  }
  __device__ void wait() const {
#if __CUDA_ARCH__ >= 900
    if (blocks > 1) {
      asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
      return;
    }
#endif
    __syncthreads();
  }
};

template <class F>
__global__ void loops_kernel(F f) {
  f(PartLoops::of_thread());
}

/// Whether blocks of this kernel can wait for each other: on this device, and compiled for such.
template <class Kernel>
bool has_clusters(Kernel kernel) {
  int device = 0, major = 0;
  check_cuda(cudaGetDevice(&device), "asking for the device");
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "asking for what a device can");
  if (major < 9) return false;
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, kernel), "asking for what a kernel is compiled for");
  return attributes.ptxVersion >= 90;
}

template <class F>
void launch_cluster(Queue& queue, const char* name, int parts, int blocks, const F& f) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(parts * blocks);
  config.blockDim = dim3(kThreadsOfSeveral);
  config.stream = static_cast<cudaStream_t>(queue.stream());
  config.attrs = &cluster;
  config.numAttrs = 1;
  check_cuda(cudaLaunchKernelEx(&config, loops_kernel<F>, f), name);
}

template <class F>
bool launch_as_one(Queue& queue, const char* name, int parts, int longest, const F& f, int most_blocks) {
  static const bool clusters = has_clusters(loops_kernel<F>);
  static const int most_alone = launch_shape(loops_kernel<F>, kThreadsAlone).block;
  int blocks = 1;
  while (clusters && blocks < most_blocks && blocks * kThreadsOfSeveral < longest) blocks *= 2;
  if (longest > kMostTurns * (blocks > 1 ? blocks * kThreadsOfSeveral : kThreadsAlone)) return false;
  if (parts == 0 || longest == 0) return true;
  queue.count_launch(name, 0, 0);
  f(CountedLoops{queue});
  nvtxRangePushA(name);
  if (blocks > 1) {
    launch_cluster(queue, name, parts, blocks, f);
  } else {
    const int block = std::min(most_alone, (longest + 31) / 32 * 32);
    loops_kernel<F><<<parts, block, 0, static_cast<cudaStream_t>(queue.stream())>>>(f);
  }
  nvtxRangePop();
  check_cuda(cudaGetLastError(), name);
  return true;
}

}  // namespace raycloth::gpu
