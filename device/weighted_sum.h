// A sum of weighted vectors: one register of four lanes on the CPU, three floats on CUDA; the same bits.
#pragma once

#include "device/backend.h"
#include "device/math.h"

#if !RAYCLOTH_ON_CUDA
#include <immintrin.h>
#endif

namespace raycloth::RAYCLOTH_DEVICE {

class WeightedSum {
 public:
  /// Adds xyz of `v`, times `weight`.
  RAYCLOTH_HD void add(const Vec4& v, float weight) {
#if RAYCLOTH_ON_CUDA
    sum_ += Vec3(v.x, v.y, v.z) * weight;
#else
    sum_ = _mm_add_ps(sum_, _mm_mul_ps(_mm_loadu_ps(&v.x), _mm_set1_ps(weight)));
#endif
  }

  RAYCLOTH_HD Vec3 value() const {
#if RAYCLOTH_ON_CUDA
    return sum_;
#else
    alignas(16) float lanes[4];
    _mm_store_ps(lanes, sum_);
    return {lanes[0], lanes[1], lanes[2]};
#endif
  }

 private:
#if RAYCLOTH_ON_CUDA
  Vec3 sum_{0, 0, 0};
#else
  __m128 sum_ = _mm_setzero_ps();
#endif
};

}  // namespace raycloth::RAYCLOTH_DEVICE
