// Axis-aligned boxes, 32 bytes, and their overlap test: a vector compare on the CPU, six comparisons on CUDA.
#pragma once

#include "device/backend.h"
#include "device/math.h"
#include "device/sets/bits.h"

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
  return {glm::min<4, float, glm::defaultp>(a.min, b.min), glm::max<4, float, glm::defaultp>(a.max, b.max)};
#else
  Box box;
  _mm_store_ps(&box.min.x, _mm_min_ps(_mm_load_ps(&a.min.x), _mm_load_ps(&b.min.x)));
  _mm_store_ps(&box.max.x, _mm_max_ps(_mm_load_ps(&a.max.x), _mm_load_ps(&b.max.x)));
  return box;
#endif
}

RAYCLOTH_HD inline Box around(Vec3 a, Vec3 b) {
#if RAYCLOTH_ON_CUDA
  return {Vec4(glm::min(a, b), 0), Vec4(glm::max(a, b), 0)};
#else
  const __m128 p = _mm_setr_ps(a.x, a.y, a.z, 0), q = _mm_setr_ps(b.x, b.y, b.z, 0);
  Box box;
  _mm_store_ps(&box.min.x, _mm_min_ps(p, q));
  _mm_store_ps(&box.max.x, _mm_max_ps(p, q));
  return box;
#endif
}
RAYCLOTH_HD inline Box inflate(const Box& box, float by) {
#if RAYCLOTH_ON_CUDA
  return {box.min - Vec4(by, by, by, 0), box.max + Vec4(by, by, by, 0)};
#else
  const __m128 border = _mm_setr_ps(by, by, by, 0);
  Box grown;
  _mm_store_ps(&grown.min.x, _mm_sub_ps(_mm_load_ps(&box.min.x), border));
  _mm_store_ps(&grown.max.x, _mm_add_ps(_mm_load_ps(&box.max.x), border));
  return grown;
#endif
}

/// Eight boxes side by side, so that one comparison serves eight of them on the CPU.
struct alignas(64) Box8 {
  float min_x[8], min_y[8], min_z[8], max_x[8], max_y[8], max_z[8];

  RAYCLOTH_HD void set(int lane, const Box& box) {
    min_x[lane] = box.min.x, min_y[lane] = box.min.y, min_z[lane] = box.min.z;
    max_x[lane] = box.max.x, max_y[lane] = box.max.y, max_z[lane] = box.max.z;
  }
  RAYCLOTH_HD Box get(int lane) const {
    return {Vec4(min_x[lane], min_y[lane], min_z[lane], 0), Vec4(max_x[lane], max_y[lane], max_z[lane], 0)};
  }
};

/// The least and the largest of eight numbers at a multiple of 16 bytes.
RAYCLOTH_HD inline float least(const float (&lanes)[8]) {
#if RAYCLOTH_ON_CUDA
  float least = lanes[0];
  for (int lane = 1; lane < 8; ++lane) least = lanes[lane] < least ? lanes[lane] : least;
  return least;
#else
  __m128 m = _mm_min_ps(_mm_load_ps(lanes), _mm_load_ps(lanes + 4));
  m = _mm_min_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
#endif
}
RAYCLOTH_HD inline float most(const float (&lanes)[8]) {
#if RAYCLOTH_ON_CUDA
  float most = lanes[0];
  for (int lane = 1; lane < 8; ++lane) most = lanes[lane] > most ? lanes[lane] : most;
  return most;
#else
  __m128 m = _mm_max_ps(_mm_load_ps(lanes), _mm_load_ps(lanes + 4));
  m = _mm_max_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
#endif
}

/// The box around all eight.
RAYCLOTH_HD inline Box hull(const Box8& boxes) {
  return {Vec4(least(boxes.min_x), least(boxes.min_y), least(boxes.min_z), 0),
          Vec4(most(boxes.max_x), most(boxes.max_y), most(boxes.max_z), 0)};
}

/// Bit i is set where box i overlaps `box`.
RAYCLOTH_HD inline unsigned overlaps(const Box8& boxes, const Box& box) {
#if RAYCLOTH_ON_CUDA
  unsigned mask = 0;
  for (int lane = 0; lane < 8; ++lane) mask |= static_cast<unsigned>(overlaps(boxes.get(lane), box)) << lane;
  return mask;
#else
  const auto below = [](const float* a, float b) {
    return _mm256_cmp_ps(_mm256_load_ps(a), _mm256_set1_ps(b), _CMP_LE_OQ);
  };
  const auto above = [](const float* a, float b) {
    return _mm256_cmp_ps(_mm256_load_ps(a), _mm256_set1_ps(b), _CMP_GE_OQ);
  };
  const __m256 x = _mm256_and_ps(below(boxes.min_x, box.max.x), above(boxes.max_x, box.min.x));
  const __m256 y = _mm256_and_ps(below(boxes.min_y, box.max.y), above(boxes.max_y, box.min.y));
  const __m256 z = _mm256_and_ps(below(boxes.min_z, box.max.z), above(boxes.max_z, box.min.z));
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_and_ps(x, _mm256_and_ps(y, z))));
#endif
}

/// A segment, middle +- half, as a query of boxes.
struct Segment {
  Vec3 middle, half;
};

// Rounding must not lose what lies on the border of a box: boxes grow by far more than the error of the products.
inline constexpr float kBoxSlack = 1.0001f, kBoxMargin = 1e-6f;

/// Whether the segment comes through a box that overlaps its own: the three axes across the segment separate the rest
/// (Gottschalk 2000).
RAYCLOTH_HD inline bool pierced(const Box& box, const Segment& segment) {
  const Vec3 min(box.min.x, box.min.y, box.min.z), max(box.max.x, box.max.y, box.max.z);
  const Vec3 c = (min + max) * 0.5f - segment.middle;
  const Vec3 e = (max - min) * (0.5f * kBoxSlack) + Vec3(kBoxMargin);
  const Vec3 h = segment.half, d = glm::abs(h);
  return fabsf(c.y * h.z - c.z * h.y) <= e.y * d.z + e.z * d.y &&
         fabsf(c.z * h.x - c.x * h.z) <= e.z * d.x + e.x * d.z && fabsf(c.x * h.y - c.y * h.x) <= e.x * d.y + e.y * d.x;
}

#if !RAYCLOTH_ON_CUDA
/// Bit i is set where the segment comes through box i, of those set in `candidates`.
inline unsigned pierced(const Box8& boxes, const Segment& segment, unsigned candidates) {
  struct Axis {
    __m256 centre, extent, half, length;
  };
  const __m256 sign = _mm256_set1_ps(-0.0f), one_half = _mm256_set1_ps(0.5f);
  const auto axis = [&](const float* min, const float* max, float middle, float half) {
    const __m256 low = _mm256_load_ps(min), high = _mm256_load_ps(max), h = _mm256_set1_ps(half);
    return Axis{_mm256_sub_ps(_mm256_mul_ps(_mm256_add_ps(low, high), one_half), _mm256_set1_ps(middle)),
                _mm256_add_ps(_mm256_mul_ps(_mm256_sub_ps(high, low), _mm256_set1_ps(0.5f * kBoxSlack)),
                              _mm256_set1_ps(kBoxMargin)),
                h, _mm256_andnot_ps(sign, h)};
  };
  const auto meets = [&](const Axis& a, const Axis& b) {
    const __m256 cross = _mm256_sub_ps(_mm256_mul_ps(a.centre, b.half), _mm256_mul_ps(b.centre, a.half));
    const __m256 reach = _mm256_add_ps(_mm256_mul_ps(a.extent, b.length), _mm256_mul_ps(b.extent, a.length));
    return _mm256_cmp_ps(_mm256_andnot_ps(sign, cross), reach, _CMP_LE_OQ);
  };
  const Axis x = axis(boxes.min_x, boxes.max_x, segment.middle.x, segment.half.x);
  const Axis y = axis(boxes.min_y, boxes.max_y, segment.middle.y, segment.half.y);
  const Axis z = axis(boxes.min_z, boxes.max_z, segment.middle.z, segment.half.z);
  const __m256 all = _mm256_and_ps(meets(y, z), _mm256_and_ps(meets(z, x), meets(x, y)));
  return candidates & static_cast<unsigned>(_mm256_movemask_ps(all));
}
#endif

/// Bit i is set where lanes[i] is -1; the others are 0. `lanes` lie at a multiple of 32 bytes.
RAYCLOTH_HD inline unsigned mask_of(const int (&lanes)[8]) {
#if RAYCLOTH_ON_CUDA
  unsigned mask = 0;
  for (int i = 0; i < 8; ++i) mask |= static_cast<unsigned>(lanes[i] & 1) << i;
  return mask;
#else
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_load_ps(reinterpret_cast<const float*>(lanes))));
#endif
}

/// Bit k is bit `column` of rows[k].
RAYCLOTH_HD inline unsigned bit_column(const unsigned char (&rows)[32], int column) {
#if RAYCLOTH_ON_CUDA
  unsigned mask = 0;
  for (int k = 0; k < 32; ++k) mask |= (rows[k] >> column & 1u) << k;
  return mask;
#else
  const __m256i bytes = _mm256_load_si256(reinterpret_cast<const __m256i*>(rows));
  return static_cast<unsigned>(_mm256_movemask_epi8(_mm256_sll_epi16(bytes, _mm_cvtsi32_si128(7 - column))));
#endif
}

/// Has `thing` brought from memory: it will be read soon.
template <class T>
RAYCLOTH_HD inline void prefetch(const T& thing) {
#if !RAYCLOTH_ON_CUDA
  constexpr int kLine = 64;
  for (size_t at = 0; at < sizeof(T); at += kLine) __builtin_prefetch(reinterpret_cast<const char*>(&thing) + at);
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
