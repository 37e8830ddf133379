// Axis-aligned boxes, 32 bytes, and their overlap test: a vector compare on the CPU, six comparisons on CUDA.
#pragma once

#include "device/backend.h"
#include "device/math.h"

#if !RAYCLOTH_ON_CUDA
#include <immintrin.h>
#endif

namespace raycloth::RAYCLOTH_DEVICE {

/// min.w and max.w are 0. An empty box has min > max and overlaps nothing.
struct alignas(32) Box {
  Vec4 min, max;
};

inline constexpr float kHuge = 1e30f;

RAYCLOTH_HD inline Box empty_box() { return {Vec4(kHuge, kHuge, kHuge, 0), Vec4(-kHuge, -kHuge, -kHuge, 0)}; }

RAYCLOTH_HD inline bool overlaps(const Box& a, const Box& b) {
#if RAYCLOTH_ON_CUDA
  return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y) &
         (a.min.z <= b.max.z) & (b.min.z <= a.max.z);
#else
  const __m128 below = _mm_cmple_ps(_mm_load_ps(&a.min.x), _mm_load_ps(&b.max.x));
  const __m128 above = _mm_cmple_ps(_mm_load_ps(&b.min.x), _mm_load_ps(&a.max.x));
  return (_mm_movemask_ps(_mm_and_ps(below, above)) & 7) == 7;
#endif
}

RAYCLOTH_HD inline Box merge(const Box& a, const Box& b) {
#if RAYCLOTH_ON_CUDA
  return {glm::min(a.min, b.min), glm::max(a.max, b.max)};
#else
  Box box;
  _mm_store_ps(&box.min.x, _mm_min_ps(_mm_load_ps(&a.min.x), _mm_load_ps(&b.min.x)));
  _mm_store_ps(&box.max.x, _mm_max_ps(_mm_load_ps(&a.max.x), _mm_load_ps(&b.max.x)));
  return box;
#endif
}

RAYCLOTH_HD inline Box around(Vec3 a, Vec3 b) { return {Vec4(glm::min(a, b), 0), Vec4(glm::max(a, b), 0)}; }
RAYCLOTH_HD inline void include(Box& box, Vec3 p) {
  box = merge(box, {Vec4(p, 0), Vec4(p, 0)});
}
RAYCLOTH_HD inline Box inflate(const Box& box, float by) {
  return {box.min - Vec4(by, by, by, 0), box.max + Vec4(by, by, by, 0)};
}

/// Trailing zero bits; `bits` must not be 0.
RAYCLOTH_HD inline int trailing_zeros(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
