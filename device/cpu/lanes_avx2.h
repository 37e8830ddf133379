// Eight floats in an AVX2 register with the operators that kernel bodies use. Included by device/lanes.h alone.
#pragma once

#include <immintrin.h>

namespace raycloth::cpu {

/// All bits of a lane are set or none.
struct Mask8 {
  __m256 lanes;
};
inline Mask8 both(Mask8 a, Mask8 b) { return {_mm256_and_ps(a.lanes, b.lanes)}; }
inline Mask8 either(Mask8 a, Mask8 b) { return {_mm256_or_ps(a.lanes, b.lanes)}; }
inline unsigned lane_bits(Mask8 a) { return static_cast<unsigned>(_mm256_movemask_ps(a.lanes)); }
inline bool any(Mask8 a) { return lane_bits(a) != 0; }

struct Float8 {
  Float8() = default;
  Float8(float value) : lanes(_mm256_set1_ps(value)) {}  // implicit: constants in bodies
  Float8(__m256 value) : lanes(value) {}

  __m256 lanes;
};
inline Float8 operator+(Float8 a, Float8 b) { return _mm256_add_ps(a.lanes, b.lanes); }
inline Float8 operator-(Float8 a, Float8 b) { return _mm256_sub_ps(a.lanes, b.lanes); }
inline Float8 operator*(Float8 a, Float8 b) { return _mm256_mul_ps(a.lanes, b.lanes); }
inline Float8 operator/(Float8 a, Float8 b) { return _mm256_div_ps(a.lanes, b.lanes); }
inline Float8 operator-(Float8 a) { return _mm256_xor_ps(a.lanes, _mm256_set1_ps(-0.0f)); }
inline Float8 square_root(Float8 a) { return _mm256_sqrt_ps(a.lanes); }
inline Float8 select(Mask8 mask, Float8 a, Float8 b) { return _mm256_blendv_ps(b.lanes, a.lanes, mask.lanes); }

// As in C: false where a lane is not a number, but for !=.
inline Mask8 operator==(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_EQ_OQ)}; }
inline Mask8 operator!=(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_NEQ_UQ)}; }
inline Mask8 operator<(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_LT_OQ)}; }
inline Mask8 operator<=(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_LE_OQ)}; }
inline Mask8 operator>(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_GT_OQ)}; }
inline Mask8 operator>=(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.lanes, b.lanes, _CMP_GE_OQ)}; }

inline Float8 load8(const float* from) { return _mm256_loadu_ps(from); }
inline void store8(float* to, Float8 value) { _mm256_storeu_ps(to, value.lanes); }

/// x0 y0 x1 y1 ... apart.
inline void load_pairs8(const float* from, Float8& x, Float8& y) {
  const __m256 low = _mm256_loadu_ps(from), high = _mm256_loadu_ps(from + 8);
  const auto in_order = [](__m256 v) {  // lanes 0 1 4 5 2 3 6 7 as they should be
    return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(v), 0xd8));
  };
  x = in_order(_mm256_shuffle_ps(low, high, 0x88));
  y = in_order(_mm256_shuffle_ps(low, high, 0xdd));
}

// a < b ? a : b and a > b ? a : b in one instruction, which takes b where one is no number.
inline Float8 smaller(Float8 a, Float8 b) { return _mm256_min_ps(a.lanes, b.lanes); }
inline Float8 larger(Float8 a, Float8 b) { return _mm256_max_ps(a.lanes, b.lanes); }

/// Set where eight integers are `value`.
inline Mask8 equal8(const int* integers, int value) {
  const __m256i lanes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(integers));
  return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(lanes, _mm256_set1_epi32(value)))};
}
/// Set where bits are, lane by lane.
inline Mask8 set_in8(unsigned bits) {
  const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i found = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lanes);
  return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(found, lanes))};
}
inline float lane_of(Float8 a, int lane) { return a.lanes[lane]; }
/// The least and the most of eight numbers.
inline float least_lane(Float8 a) {
  __m128 m = _mm_min_ps(_mm256_castps256_ps128(a.lanes), _mm256_extractf128_ps(a.lanes, 1));
  m = _mm_min_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
}
inline float most_lane(Float8 a) {
  __m128 m = _mm_max_ps(_mm256_castps256_ps128(a.lanes), _mm256_extractf128_ps(a.lanes, 1));
  m = _mm_max_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_max_ss(m, _mm_shuffle_ps(m, m, 1)));
}
/// `a` but not `b`.
inline Mask8 except(Mask8 a, Mask8 b) { return {_mm256_andnot_ps(b.lanes, a.lanes)}; }

/// A byte per lane: 1 where `first` is set, and 2 where `second` is.
inline void store_flags8(unsigned char* to, Mask8 first, Mask8 second) {
  const __m256i ones = _mm256_and_si256(_mm256_castps_si256(first.lanes), _mm256_set1_epi32(1));
  const __m256i twos = _mm256_and_si256(_mm256_castps_si256(second.lanes), _mm256_set1_epi32(2));
  const __m256i lanes = _mm256_or_si256(ones, twos);
  const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packs_epi16(words, words));
}

/// Eight indices, read where they lie: every kStride-th integer from `first` on.
template <int kStride>
struct Index8 {
  const int* first;
  int operator[](int lane) const { return first[lane * kStride]; }
};

/// Four registers, each with a row of four floats in its lower half and one in its upper half.
struct Rows8 {
  __m256 row[4];
};
inline void transpose(Rows8& rows) {
  const __m256 a = _mm256_unpacklo_ps(rows.row[0], rows.row[1]), b = _mm256_unpackhi_ps(rows.row[0], rows.row[1]);
  const __m256 c = _mm256_unpacklo_ps(rows.row[2], rows.row[3]), d = _mm256_unpackhi_ps(rows.row[2], rows.row[3]);
  rows.row[0] = _mm256_shuffle_ps(a, c, 0x44);
  rows.row[1] = _mm256_shuffle_ps(a, c, 0xee);
  rows.row[2] = _mm256_shuffle_ps(b, d, 0x44);
  rows.row[3] = _mm256_shuffle_ps(b, d, 0xee);
}
inline __m256 load_pair(const float* low, const float* high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
inline void store_pair(float* low, float* high, __m256 pair) {
  _mm_storeu_ps(low, _mm256_castps256_ps128(pair));
  _mm_storeu_ps(high, _mm256_extractf128_ps(pair, 1));
}

}  // namespace raycloth::cpu
