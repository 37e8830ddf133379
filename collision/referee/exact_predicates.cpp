// Two stages. First the determinant in double with Shewchuk's bound on its rounding error ("Adaptive
// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997, Section 4.3, tests A): the
// coordinates are floats, hence doubles without error, and no product of three leaves the range of double
// (2^-447 to 2^384). Where the bound does not decide, the determinant is written as a sum of products of the
// coordinates themselves and summed without any error. A product of two floats has 48 bits and is exact in a
// double; a third factor gives the rounded product and its error, exact both (an fma, Shewchuk's
// Two-Product). The sum is kept as an expansion: doubles that do not overlap, ascending in size, zeros
// allowed, so that its sign is that of its last component that is not zero (Grow-Expansion, Theorem 10).
#include "collision/referee/exact_predicates.h"

#include <cmath>

namespace raycloth::exact {
namespace {

constexpr double kEpsilon = 0x1p-53;  // half an ulp of 1
constexpr double kBound3d = (7 + 56 * kEpsilon) * kEpsilon;
constexpr double kBound2d = (3 + 16 * kEpsilon) * kEpsilon;

int sign(double value) { return (value > 0) - (value < 0); }

/// An exact sum of at most kCapacity doubles.
class ExactSum {
 public:
  void add(double value) {
    for (int i = 0; i < size_; ++i) {  // Two-Sum of what is carried up with each component
      const double sum = value + parts_[i];
      const double share = sum - value;
      parts_[i] = (value - (sum - share)) + (parts_[i] - share);
      value = sum;
    }
    parts_[size_++] = value;
  }

  /// Adds x y z, for floats.
  void add_product(double x, double y, double z) {
    const double xy = x * y;  // exact: 24 + 24 bits
    const double product = xy * z;
    add(std::fma(xy, z, -product));
    add(product);
  }

  int sign() const {
    for (int i = size_ - 1; i >= 0; --i) {
      if (parts_[i] != 0) return exact::sign(parts_[i]);
    }
    return 0;
  }

 private:
  static constexpr int kCapacity = 48;  // 24 products of three, two parts each
  double parts_[kCapacity];
  int size_ = 0;
};

/// Adds s * det[a, b, c].
void add_determinant(ExactSum& sum, double s, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double x = s * a.x, y = s * a.y, z = s * a.z;
  sum.add_product(x, b.y, c.z);
  sum.add_product(-x, b.z, c.y);
  sum.add_product(y, b.z, c.x);
  sum.add_product(-y, b.x, c.z);
  sum.add_product(z, b.x, c.y);
  sum.add_product(-z, b.y, c.x);
}

/// det[b - a, c - a, d - a], expanded so that no difference is formed.
int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  ExactSum sum;
  add_determinant(sum, 1, b, c, d);
  add_determinant(sum, -1, a, c, d);
  add_determinant(sum, 1, a, b, d);
  add_determinant(sum, -1, a, b, c);
  return sum.sign();
}

int orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c) {
  ExactSum sum;
  const auto add_cross = [&sum](const Vec2& p, const Vec2& q) {
    sum.add(double(p.x) * double(q.y));
    sum.add(-double(p.y) * double(q.x));
  };
  add_cross(a, b);
  add_cross(b, c);
  add_cross(c, a);
  return sum.sign();
}

}  // namespace

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const glm::dvec3 p = glm::dvec3(b) - glm::dvec3(a), q = glm::dvec3(c) - glm::dvec3(a),
                   r = glm::dvec3(d) - glm::dvec3(a);
  const double qyrz = q.y * r.z, qzry = q.z * r.y, qzrx = q.z * r.x, qxrz = q.x * r.z, qxry = q.x * r.y,
               qyrx = q.y * r.x;
  const double determinant = p.x * (qyrz - qzry) + p.y * (qzrx - qxrz) + p.z * (qxry - qyrx);
  const double permanent = std::abs(p.x) * (std::abs(qyrz) + std::abs(qzry)) +
                           std::abs(p.y) * (std::abs(qzrx) + std::abs(qxrz)) +
                           std::abs(p.z) * (std::abs(qxry) + std::abs(qyrx));
  if (std::abs(determinant) > kBound3d * permanent || permanent == 0) return sign(determinant);
  return orient3d_exact(a, b, c, d);
}

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const glm::dvec2 p = glm::dvec2(b) - glm::dvec2(a), q = glm::dvec2(c) - glm::dvec2(a);
  const double left = p.x * q.y, right = p.y * q.x, permanent = std::abs(left) + std::abs(right);
  if (std::abs(left - right) > kBound2d * permanent || permanent == 0) return sign(left - right);
  return orient2d_exact(a, b, c);
}

}  // namespace raycloth::exact
