// The one switch between the two halves of the program. A kernel file is compiled by the host compiler into
// namespace raycloth::cpu and by nvcc into raycloth::gpu; it says `namespace raycloth::RAYCLOTH_DEVICE`.
// No other folder may test for a compiler or a device.
#pragma once

#if defined(__CUDACC__)
#define RAYCLOTH_DEVICE gpu
#define RAYCLOTH_ON_CUDA 1
#define RAYCLOTH_HD __host__ __device__  // a function that kernels call
#define RAYCLOTH_KERNEL __device__       // of the body of a parallel loop, a lambda that captures plain views by value
#else
#define RAYCLOTH_DEVICE cpu
#define RAYCLOTH_ON_CUDA 0
#define RAYCLOTH_HD
#define RAYCLOTH_KERNEL
#endif

namespace raycloth::RAYCLOTH_DEVICE {

/// Neighbours that one index of a loop takes together where that spares work: on the CPU their queries share one
/// descent of a tree, on CUDA each has threads of its own.
inline constexpr int kGroup = RAYCLOTH_ON_CUDA ? 1 : 8;

/// use(load(k)) for k of [begin, end), in order. On CUDA eight loads are under way before the first is used: what `use`
/// stores may not be what a later `load` reads.
template <class Load, class Use>
RAYCLOTH_HD inline void load_ahead(int begin, int end, const Load& load, const Use& use) {
#if RAYCLOTH_ON_CUDA
  constexpr int kAhead = 8;
  for (int k = begin; k < end; k += kAhead) {
    decltype(load(k)) loaded[kAhead];
    for (int j = 0; j < kAhead; ++j) loaded[j] = load(k + j < end ? k + j : end - 1);
    for (int j = 0; j < kAhead; ++j) {
      if (k + j < end) use(loaded[j]);
    }
  }
#else
  for (int k = begin; k < end; ++k) use(load(k));
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
