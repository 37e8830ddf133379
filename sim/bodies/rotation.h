// Rotations for kernels: quaternions and 3x3 matrices by + - * / and square roots alone. A turn by a small angle comes
// as the quaternion (omega / 2, 1), normalised, which is Cayley's map: exact about the axis, and to the third order in
// the angle.
#pragma once

#include "collision/scene.h"
#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// By rows.
struct Matrix3 {
  Vec3 x, y, z;
};

RAYCLOTH_HD inline Vec3 operator*(const Matrix3& m, Vec3 v) {
  return Vec3(glm::dot(m.x, v), glm::dot(m.y, v), glm::dot(m.z, v));
}
RAYCLOTH_HD inline Matrix3 transpose(const Matrix3& m) {
  return {Vec3(m.x.x, m.y.x, m.z.x), Vec3(m.x.y, m.y.y, m.z.y), Vec3(m.x.z, m.y.z, m.z.z)};
}
RAYCLOTH_HD inline Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  const Matrix3 columns = transpose(b);
  return transpose({a * columns.x, a * columns.y, a * columns.z});
}
RAYCLOTH_HD inline Matrix3 operator*(const Matrix3& m, float s) { return {m.x * s, m.y * s, m.z * s}; }
RAYCLOTH_HD inline Matrix3 operator+(const Matrix3& a, const Matrix3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
RAYCLOTH_HD inline float determinant(const Matrix3& m) { return glm::dot(m.x, glm::cross(m.y, m.z)); }

/// Quaternions are (x, y, z, w), w the real part.
RAYCLOTH_HD inline Vec4 normalized(Vec4 q) { return q / sqrtf(glm::dot<4, float, glm::defaultp>(q, q)); }

/// First b, then a.
RAYCLOTH_HD inline Vec4 combine(Vec4 a, Vec4 b) {
  const Vec3 u = xyz(a), v = xyz(b);
  return Vec4(v * a.w + u * b.w + glm::cross(u, v), a.w * b.w - glm::dot(u, v));
}

/// `q` and then a turn by the vector `angle` (its length in radians, small).
RAYCLOTH_HD inline Vec4 turned(Vec4 q, Vec3 angle) { return normalized(combine(Vec4(angle * 0.5f, 1), q)); }

RAYCLOTH_HD inline Matrix3 matrix_of(Vec4 q) {
  const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z,
              wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {Vec3(1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)), Vec3(2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)),
          Vec3(2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy))};
}

/// R m R^T
RAYCLOTH_HD inline Matrix3 rotated(const Matrix3& rotation, const Matrix3& m) {
  return rotation * m * transpose(rotation);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
