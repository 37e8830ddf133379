#include "sim/mesh/polygon.h"

#include <cmath>
#include <numeric>

namespace raycloth {
namespace {

/// Twice the signed area of a triangle in the plane, positive when counter-clockwise.
double area2(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool inside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return area2(a, b, p) >= 0 && area2(b, c, p) >= 0 && area2(c, a, p) >= 0;
}

/// The corners seen along the axis in which the polygon is flattest, counter-clockwise; the polygon's normal
/// is Newell's (the sum of the cross products of its sides).
std::vector<glm::dvec2> flatten(std::span<const Vec3> corners) {
  const glm::dvec3 origin(corners[0]);
  glm::dvec3 normal(0);
  for (size_t i = 1; i + 1 < corners.size(); ++i)
    normal += glm::cross(glm::dvec3(corners[i]) - origin, glm::dvec3(corners[i + 1]) - origin);
  const glm::dvec3 size = glm::abs(normal);
  const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
  std::vector<glm::dvec2> flat;
  for (const Vec3& corner : corners) {
    const glm::dvec3 p = glm::dvec3(corner) - origin;
    const double u = p[(axis + 1) % 3], v = p[(axis + 2) % 3];
    flat.push_back(normal[axis] >= 0 ? glm::dvec2(u, v) : glm::dvec2(v, u));
  }
  return flat;
}

/// An ear is a convex corner whose triangle holds no other corner of what is left.
bool is_ear(const std::vector<glm::dvec2>& flat, const std::vector<int>& left, size_t at) {
  const size_t n = left.size();
  const int a = left[(at + n - 1) % n], b = left[at], c = left[(at + 1) % n];
  if (area2(flat[a], flat[b], flat[c]) <= 0) return false;
  for (const int other : left) {
    if (other == a || other == b || other == c) continue;
    const auto& p = flat[other];
    if (p == flat[a] || p == flat[b] || p == flat[c]) continue;
    if (inside(p, flat[a], flat[b], flat[c])) return false;
  }
  return true;
}

/// The next corner to cut: of the ears the one with the shortest diagonal, which keeps triangles compact.
size_t choose(const std::vector<glm::dvec2>& flat, const std::vector<int>& left) {
  const size_t n = left.size();
  size_t best = n, fallback = 0;
  double best_diagonal = 0, best_area = -INFINITY;
  for (size_t at = 0; at < n; ++at) {
    const glm::dvec2 a = flat[left[(at + n - 1) % n]], c = flat[left[(at + 1) % n]];
    if (const double area = area2(a, flat[left[at]], c); area > best_area) {
      best_area = area;
      fallback = at;
    }
    const double diagonal = glm::dot(c - a, c - a);
    if (is_ear(flat, left, at) && (best == n || diagonal < best_diagonal)) {
      best_diagonal = diagonal;
      best = at;
    }
  }
  return best == n ? fallback : best;
}

}  // namespace

std::vector<Int3> triangulate_polygon(std::span<const Vec3> corners) {
  const std::vector<glm::dvec2> flat = flatten(corners);
  std::vector<int> left(corners.size());
  std::iota(left.begin(), left.end(), 0);
  std::vector<Int3> triangles;
  while (left.size() > 3) {
    const size_t n = left.size(), at = choose(flat, left);
    triangles.push_back({left[(at + n - 1) % n], left[at], left[(at + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
  }
  triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

}  // namespace raycloth
