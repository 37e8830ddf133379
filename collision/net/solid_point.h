// On which side of a solid something lies, by the triangles around the point of the solid that it is near to: at a face
// its own, at an edge both, at a vertex all. Whatever touches a solid from outside is faced by one of them, however
// sharp it is there: its way from the solid is a sum of their normals with no negative part, so along one of them. A
// normal of the vertex's own, whatever its weights, may point elsewhere.
#pragma once

#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct SolidPoint {
  const CollisionScene& scene;
  const Vec4 *from, *to;  // where vertices are: a part of the way between both
  float time;
  Vec3 way;  // from the solid to the other

  RAYCLOTH_HD Vec3 at(int v) const {
    const Vec3 start = xyz(from[v]);
    return start + (xyz(to[v]) - start) * time;
  }
  /// How high a point is over a triangle, by twice its area.
  RAYCLOTH_HD float height_over(Int3 t, Vec3 by) const {
    const Vec3 a = at(t.x);
    return glm::dot(glm::cross(at(t.y) - a, at(t.z) - a), by);
  }
  RAYCLOTH_HD bool is_faced_by(Int3 t) const { return height_over(t, way) > 0; }

  /// Whether a triangle is so low that rounding may have turned it: it says nothing of sides.
  RAYCLOTH_HD bool is_needle(Int3 t) const {
    constexpr float kLow = 1e-3f;  // of the longest edge
    const Vec3 a = at(t.y) - at(t.x), b = at(t.z) - at(t.x), c = b - a;
    const float longest = fmaxf(fmaxf(glm::dot(a, a), glm::dot(b, b)), glm::dot(c, c));
    const Vec3 twice = glm::cross(a, b);
    return glm::dot(twice, twice) < kLow * kLow * longest * longest;
  }

  /// The triangle across the edge of `triangle` that begins, or ends, at vertex v.
  RAYCLOTH_HD int across(int triangle, int v, bool ends) const {
    const Int3 t = scene.triangles[triangle], beyond = scene.triangle_neighbours[triangle];
    if (v == t.x) return ends ? beyond.z : beyond.x;
    if (v == t.y) return ends ? beyond.x : beyond.y;
    return ends ? beyond.y : beyond.z;
  }

  /// The triangle on the other side of the edge a b of `triangle`; -1 where there is none.
  RAYCLOTH_HD int beyond(int triangle, int a, int b) const {
    const Int3 t = scene.triangles[triangle];
    const bool onward = (t.x == a && t.y == b) || (t.y == a && t.z == b) || (t.z == a && t.x == b);
    return across(triangle, a, !onward);
  }
  RAYCLOTH_HD static int apex(Int3 t, int a, int b) {
    return t.x != a && t.x != b ? t.x : t.y != a && t.y != b ? t.y : t.z;
  }

  /// Whether the other lies inside near a face; `triangle` has its vertex z.
  RAYCLOTH_HD bool is_inside_at_face(int triangle, Int3 face) const {
    return is_needle(face) ? is_inside_at_vertex(triangle, face.z) : !is_faced_by(face);
  }

  /// Whether it does near the edge a b of `triangle`: behind both sides of a ridge, or one of a valley; where one is a
  /// needle, behind all that is around both ends.
  RAYCLOTH_HD bool is_inside_at_edge(int triangle, int a, int b) const {
    const Int3 t = scene.triangles[triangle];
    const int other = beyond(triangle, a, b);
    const bool faced = is_faced_by(t);
    if (other < 0) return !faced;
    const Int3 u = scene.triangles[other];
    if (is_needle(t) || is_needle(u)) return is_inside_at_vertex(triangle, a) && is_inside_at_vertex(other, b);
    const bool ridge = height_over(t, at(apex(u, a, b)) - at(t.x)) < 0, faced_there = is_faced_by(u);
    return ridge ? !faced && !faced_there : !faced || !faced_there;
  }

  /// For ways at right angles to the edge a b of `triangle`: whether they lead straight off it, out or in, and not
  /// along one of its sides, which is nearer then: by no more than 30 degrees.
  RAYCLOTH_HD bool leads_off_edge(int triangle, int a, int b) const {
    const int other = beyond(triangle, a, b);
    const float one = along_side(triangle, a, b), two = other < 0 ? one : along_side(other, a, b);
    constexpr float kMost = 0.5f;  // sine
    return (one <= kMost && two <= kMost) || (one >= -kMost && two >= -kMost);
  }

  /// The way's part along a side of the edge, away from it; 0 where it has no height.
  RAYCLOTH_HD float along_side(int triangle, int a, int b) const {
    if (is_needle(scene.triangles[triangle])) return 0;
    const Vec3 edge = at(b) - at(a), side = at(apex(scene.triangles[triangle], a, b)) - at(a);
    const Vec3 up = side - edge * (glm::dot(side, edge) / glm::dot(edge, edge));
    const float squared = glm::dot(up, up) * glm::dot(way, way);
    return squared > 0 ? glm::dot(way, up) / sqrtf(squared) : 0.0f;
  }

  /// Whether no triangle around vertex v faces the other; `triangle` is one of them.
  RAYCLOTH_HD bool is_inside_at_vertex(int triangle, int v) const {
    constexpr int kMost = 64;  // triangles around a vertex; where there are more, it is outside
    int t = triangle;
    for (int k = 0; k < kMost && t >= 0; ++k) {
      if (is_faced_by(scene.triangles[t])) return false;
      t = across(t, v, true);
      if (t == triangle) return true;
    }
    return t < 0;
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
