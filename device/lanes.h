// One kernel body for a CUDA thread and for the eight lanes of a CPU's vector unit. A body is templated over `Real`:
// float, one index, or Float8, eight consecutive ones. Every operation on Float8 does to each lane what IEEE 754 fixes
// for floats and nothing else, so both give the same bits; a branch becomes a mask and a select. Lanes are computed
// together and stored together: no lane may read what another one writes.
//
//   struct Scale {
//     Vec4* x;
//     const float* by;
//     template <class Real>
//     RAYCLOTH_HD void operator()(Lanes<Real> at) const {
//       const Vector4<Real> v = load(x, at);
//       store(x, at, with_w(xyz(v) * load(by, at), v.w));
//     }
//   };
//   parallel_for_lanes(queue, "scale", n, Scale{x, by});
//
// Knows nothing of launches (device/parallel.h has them) and nothing of cloth.
#pragma once

#include "device/backend.h"
#include "device/math.h"
#include "device/sets/bits.h"

#if !RAYCLOTH_ON_CUDA
#include "device/cpu/lanes_avx2.h"
#endif

namespace raycloth::RAYCLOTH_DEVICE {

/// Which lanes.
template <class Real>
struct MaskOf {
  using Type = bool;
};
template <class Real>
using LaneMask = typename MaskOf<Real>::Type;

/// The indices that one call of a body is for: `first`, or the eight from it on.
template <class Real>
struct Lanes {
  int first;
};

// One lane: a mask is a bool. (& on bools gives an int, hence names for what masks can do.)
RAYCLOTH_HD inline float square_root(float a) { return sqrtf(a); }
RAYCLOTH_HD inline float select(bool mask, float a, float b) { return mask ? a : b; }
RAYCLOTH_HD inline bool both(bool a, bool b) { return a && b; }
RAYCLOTH_HD inline bool either(bool a, bool b) { return a || b; }
RAYCLOTH_HD inline bool any(bool mask) { return mask; }
RAYCLOTH_HD inline unsigned lane_bits(bool mask) { return mask; }  // bit k: lane k
RAYCLOTH_HD inline float lane_of(float a, int) { return a; }
RAYCLOTH_HD inline float least_lane(float a) { return a; }
RAYCLOTH_HD inline float most_lane(float a) { return a; }

template <class Real>
struct Vector2 {
  Real x, y;
};

template <class Real>
struct Vector3 {
  Real x, y, z;
};

template <class Real>
struct Vector4 {
  Real x, y, z, w;
};

// Sums and products in glm's order, component by component.
template <class Real>
RAYCLOTH_HD inline Vector3<Real> operator+(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real>
RAYCLOTH_HD inline Vector3<Real> operator-(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real>
RAYCLOTH_HD inline Vector3<Real> operator*(const Vector3<Real>& a, Real s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class Real>
RAYCLOTH_HD inline Vector3<Real> operator/(const Vector3<Real>& a, Real s) {
  return {a.x / s, a.y / s, a.z / s};
}
template <class Real>
RAYCLOTH_HD inline Real dot(const Vector3<Real>& a, const Vector3<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real>
RAYCLOTH_HD inline Vector3<Real> cross(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}
/// The same vector in every lane.
template <class Real>
RAYCLOTH_HD inline Vector3<Real> in_lanes(const Vec3& v) {
  return {Real(v.x), Real(v.y), Real(v.z)};
}
template <class Real>
RAYCLOTH_HD inline Vector3<Real> xyz(const Vector4<Real>& v) {
  return {v.x, v.y, v.z};
}
template <class Real>
RAYCLOTH_HD inline Vector4<Real> with_w(const Vector3<Real>& v, Real w) {
  return {v.x, v.y, v.z, w};
}

/// `a` in the lanes where the mask is set, else `b`.
template <class Real, class Mask>
RAYCLOTH_HD inline Vector3<Real> select(const Mask& mask, const Vector3<Real>& a, const Vector3<Real>& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}

/// The smaller and the larger number; `b` where one is none.
template <class Real>
RAYCLOTH_HD inline Real smaller(Real a, Real b) {
  return select(a < b, a, b);
}
template <class Real>
RAYCLOTH_HD inline Real larger(Real a, Real b) {
  return select(a > b, a, b);
}

// ---- one lane's memory ----

RAYCLOTH_HD inline float gather(const float* array, int index) { return array[index]; }
RAYCLOTH_HD inline float load(const float* array, Lanes<float> at) { return array[at.first]; }
RAYCLOTH_HD inline void store(float* array, Lanes<float> at, float value) { array[at.first] = value; }

#if RAYCLOTH_ON_CUDA
// One access of 16 bytes: arrays begin at multiples of 256, which glm's vector, a struct of four floats, cannot tell.
RAYCLOTH_HD inline Vector4<float> gather(const Vec4* array, int index) {
  const float4 v = reinterpret_cast<const float4*>(array)[index];
  return {v.x, v.y, v.z, v.w};
}
RAYCLOTH_HD inline void scatter(Vec4* array, int index, const Vector4<float>& v) {
  reinterpret_cast<float4*>(array)[index] = make_float4(v.x, v.y, v.z, v.w);
}
#else
inline Vector4<float> gather(const Vec4* array, int index) {
  const Vec4 v = array[index];
  return {v.x, v.y, v.z, v.w};
}
inline void scatter(Vec4* array, int index, const Vector4<float>& v) { array[index] = Vec4(v.x, v.y, v.z, v.w); }
#endif
RAYCLOTH_HD inline Vector4<float> load(const Vec4* array, Lanes<float> at) { return gather(array, at.first); }
RAYCLOTH_HD inline void store(Vec4* array, Lanes<float> at, const Vector4<float>& v) { scatter(array, at.first, v); }

RAYCLOTH_HD inline Vector2<float> load(const Vec2* array, Lanes<float> at) {
  return {array[at.first].x, array[at.first].y};
}
/// Bit 0 is set where `first` is, bit 1 where `second` is.
RAYCLOTH_HD inline void store_flags(unsigned char* flags, Lanes<float> at, bool first, bool second) {
  flags[at.first] = static_cast<unsigned char>(first | second << 1);
}

/// One component of an array of index tuples, to gather and scatter with.
RAYCLOTH_HD inline int indices(const int* array, Lanes<float> at) { return array[at.first]; }
RAYCLOTH_HD inline int indices(const Int2* array, int component, Lanes<float> at) { return array[at.first][component]; }
RAYCLOTH_HD inline int indices(const Int4* array, int component, Lanes<float> at) { return array[at.first][component]; }

// ---- eight lanes' memory ----

#if !RAYCLOTH_ON_CUDA
template <>
struct MaskOf<Float8> {
  using Type = Mask8;
};

inline Float8 load(const float* array, Lanes<Float8> at) { return load8(array + at.first); }
inline void store(float* array, Lanes<Float8> at, Float8 value) { store8(array + at.first, value); }

/// Vec4 -> lanes: two vectors side by side in a register, and two 4 x 4 transpositions at once.
template <int kStride>
inline Vector4<Float8> gather(const Vec4* array, Index8<kStride> index) {
  Rows8 rows;
  for (int i = 0; i < 4; ++i) rows.row[i] = load_pair(&array[index[i]].x, &array[index[i + 4]].x);
  transpose(rows);
  return {rows.row[0], rows.row[1], rows.row[2], rows.row[3]};
}
template <int kStride>
inline Float8 gather(const float* array, Index8<kStride> i) {
  return _mm256_setr_ps(array[i[0]], array[i[1]], array[i[2]], array[i[3]], array[i[4]], array[i[5]], array[i[6]],
                        array[i[7]]);
}
template <int kStride>
inline void scatter(Vec4* array, Index8<kStride> index, const Vector4<Float8>& v) {
  Rows8 rows{{v.x.lanes, v.y.lanes, v.z.lanes, v.w.lanes}};
  transpose(rows);
  for (int i = 0; i < 4; ++i) store_pair(&array[index[i]].x, &array[index[i + 4]].x, rows.row[i]);
}
inline Vector4<Float8> load(const Vec4* array, Lanes<Float8> at) {
  Rows8 rows;
  for (int i = 0; i < 4; ++i) rows.row[i] = load_pair(&array[at.first + i].x, &array[at.first + i + 4].x);
  transpose(rows);
  return {rows.row[0], rows.row[1], rows.row[2], rows.row[3]};
}
inline void store(Vec4* array, Lanes<Float8> at, const Vector4<Float8>& v) {
  Rows8 rows{{v.x.lanes, v.y.lanes, v.z.lanes, v.w.lanes}};
  transpose(rows);
  for (int i = 0; i < 4; ++i) store_pair(&array[at.first + i].x, &array[at.first + i + 4].x, rows.row[i]);
}

inline Vector2<Float8> load(const Vec2* array, Lanes<Float8> at) {
  Float8 x, y;
  load_pairs8(&array[at.first].x, x, y);
  return {x, y};
}
inline void store_flags(unsigned char* flags, Lanes<Float8> at, Mask8 first, Mask8 second) {
  store_flags8(flags + at.first, first, second);
}

inline Index8<1> indices(const int* array, Lanes<Float8> at) { return {array + at.first}; }
inline Index8<2> indices(const Int2* array, int component, Lanes<Float8> at) {
  return {&array[at.first].x + component};
}
inline Index8<4> indices(const Int4* array, int component, Lanes<Float8> at) {
  return {&array[at.first].x + component};
}
#endif

RAYCLOTH_HD inline bool except(bool a, bool b) { return a && !b; }
RAYCLOTH_HD inline bool equal(const int* integers, Lanes<float> at, int value) { return integers[at.first] == value; }
/// Lane i is set where bit i, counted from `at` on, is.
RAYCLOTH_HD inline bool set_in(unsigned bits, Lanes<float> at) { return bits >> at.first & 1; }
#if !RAYCLOTH_ON_CUDA
inline Mask8 equal(const int* integers, Lanes<Float8> at, int value) { return equal8(integers + at.first, value); }
inline Mask8 set_in(unsigned bits, Lanes<Float8> at) { return set_in8(bits >> at.first); }
#endif

/// Some numbers, each in lanes.
template <class Real, int N>
struct Several {
  Real of[N];
};

/// The most of each number that body(Lanes) gives over eight neighbours.
template <int N, class Body>
RAYCLOTH_HD inline Several<float, N> most_of_eight(const Body& body) {
#if RAYCLOTH_ON_CUDA
  Several<float, N> most = body(Lanes<float>{0});
  for (int i = 1; i < 8; ++i) {
    const Several<float, N> other = body(Lanes<float>{i});
    for (int k = 0; k < N; ++k) most.of[k] = larger(most.of[k], other.of[k]);
  }
  return most;
#else
  const Several<Float8, N> all = body(Lanes<Float8>{0});
  Several<float, N> most;
  for (int k = 0; k < N; ++k) most.of[k] = most_lane(all.of[k]);
  return most;
#endif
}

/// use(i, lanes) for the bits i of `which` of which near(i) says that lanes have it. A thread of CUDA first finds all
/// that it has: of neighbours that have few, each then uses one of its own at the same time.
template <class Near, class Use>
RAYCLOTH_HD inline void for_near(unsigned which, const Near& near, const Use& use) {
#if RAYCLOTH_ON_CUDA
  unsigned own = 0;
  for (; which; which &= which - 1) {
    const int i = trailing_zeros(which);
    own |= static_cast<unsigned>(near(i)) << i;
  }
  for (; own; own &= own - 1) use(trailing_zeros(own), true);
#else
  for (; which; which &= which - 1) {
    const int i = trailing_zeros(which);
    const auto lanes = near(i);
    if (any(lanes)) use(i, lanes);
  }
#endif
}

/// Bit i, of `N`: whether body(Lanes) holds for index first + i.
template <int N, class Body>
RAYCLOTH_HD inline unsigned bits_of(int first, Body body) {
#if !RAYCLOTH_ON_CUDA
  if constexpr (N == 8) return lane_bits(body(Lanes<Float8>{first}));
#endif
  unsigned bits = 0;
  for (int i = 0; i < N; ++i) bits |= lane_bits(body(Lanes<float>{first + i})) << i;
  return bits;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
