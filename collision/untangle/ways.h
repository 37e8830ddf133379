// Which way the edge of a pair is to move against the triangle that it pierces.
#pragma once

#include "collision/untangle/view.h"
#include "device/fixed_point.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Edges that lie nearly in their triangle's plane: a contour would move by more than an edge at a touch.
constexpr float kLeastSlope = 0.1f;

struct WaysOut {
  TangleView view;

  RAYCLOTH_HD static Vec3 unit(Vec3 v) {
    const float length = sqrtf(glm::dot(v, v));
    return length > 0 ? v / length : Vec3(0);
  }

  RAYCLOTH_HD Vec3 face_normal(int triangle) const {
    const Int3 t = view.scene.triangles[triangle];
    return unit(glm::cross(view.at(t.y) - view.at(t.x), view.at(t.z) - view.at(t.x)));
  }

  RAYCLOTH_HD Vec3 edge_normal(Int2 edge) const {
    return unit(xyz(view.scene.normals[edge.x]) + xyz(view.scene.normals[edge.y]));
  }

  /// Along `normal`, by as far as the vertex `from` lies beyond `point` against it.
  RAYCLOTH_HD Vec4 along(Vec3 normal, int from, Vec3 point) const {
    const float depth = glm::dot(normal, point - view.at(from));
    return Vec4(normal, larger(depth, 0.0f));
  }

  /// The end of the edge that lies farther against `normal`.
  RAYCLOTH_HD int deeper(Int2 edge, Vec3 normal) const {
    return glm::dot(normal, view.at(edge.x) - view.at(edge.y)) < 0 ? edge.x : edge.y;
  }

  /// Out of a solid, whose triangles know where that is.
  RAYCLOTH_HD Vec4 out_of_solid(const TangledPair& pair) const {
    const Vec3 point = view.point_of(pair);
    if (view.scene.is_solid(view.scene.triangles[pair.triangle].x)) {
      const Vec3 normal = face_normal(pair.triangle);
      return along(normal, deeper(pair.edge, normal), point);
    }
    const Vec3 normal = edge_normal(pair.edge);
    const Int3 t = view.scene.triangles[pair.triangle];
    int deepest = t.x;
    for (int k = 1; k < 3; ++k) {
      if (glm::dot(normal, view.at(t[k]) - view.at(deepest)) < 0) deepest = t[k];
    }
    const Vec4 way = along(normal, deepest, point);
    return Vec4(-xyz(way), way.w);
  }

  RAYCLOTH_HD int size_at(int vertex) const { return view.region_sizes[view.regions.root(vertex)]; }

  /// Whether the region of `a` is to follow that of `b`.
  RAYCLOTH_HD bool follows(int a, int b) const {
    const int of_a = size_at(a), of_b = size_at(b);
    return of_a != of_b ? of_a < of_b : view.regions.root(a) > view.regions.root(b);
  }

  /// Vertices at which contours end are of no region.
  RAYCLOTH_HD bool is_parted(int a, int b) const {
    return !view.ends[a] && !view.ends[b] && view.regions.root(a) != view.regions.root(b);
  }

  /// Where the contour parts the surface of the edge: its end in the smaller region goes back to the side of the other.
  RAYCLOTH_HD Vec4 back_through(const TangledPair& pair) const {
    const bool first = follows(pair.edge.x, pair.edge.y);
    const int wrong = first ? pair.edge.x : pair.edge.y, right = first ? pair.edge.y : pair.edge.x;
    const Vec3 normal = face_normal(pair.triangle);
    const bool ahead = glm::dot(normal, view.at(right) - view.at(wrong)) > 0;
    return along(ahead ? normal : -normal, wrong, view.point_of(pair));
  }

  /// Where it parts that of the triangle: likewise, seen from the edge.
  RAYCLOTH_HD Vec4 back_around(const TangledPair& pair, int wrong, int right) const {
    const Vec3 normal = edge_normal(pair.edge);
    const bool ahead = glm::dot(normal, view.at(right) - view.at(wrong)) > 0;
    const Vec4 way = along(ahead ? normal : -normal, wrong, view.point_of(pair));
    return Vec4(-xyz(way), way.w);
  }

  /// How the edge is to move against the triangle so that the contour gets shorter the fastest: R / 2 - N (E . R) /
  /// (N . E), R the sum of unit vectors along both of its pieces, E along the edge, N across the triangle. As the end
  /// of a piece slides along its edge, the pieces of all contours change their length by minus the scalar product of
  /// this and what edges move against triangles (Volino and Magnenat-Thalmann 2006, "Resolving surface collisions
  /// through intersection contour minimization", Section 3).
  RAYCLOTH_HD Vec3 gradient(int i) const {
    const TangledPair& pair = view.pairs[i];
    const Vec3 point = view.point_of(pair);
    Vec3 pieces(0);
    for (const int s : {pair.owner, pair.neighbour}) {
      const ContourLink other = view.link(i, s);
      if (other.pair >= 0) pieces += unit(view.point_of(view.pairs[other.pair]) - point);
      if (other.vertex >= 0) pieces += unit(view.at(other.vertex) - point);
    }
    const Vec3 edge = unit(view.at(pair.edge.y) - view.at(pair.edge.x)), normal = face_normal(pair.triangle);
    const float slope = glm::dot(normal, edge);
    const float least = slope < 0 ? smaller(slope, -kLeastSlope) : larger(slope, kLeastSlope);
    return pieces * 0.5f - normal * (glm::dot(edge, pieces) / least);
  }

  /// By how far the middle of the edge's surface is ahead of the triangle, along its normal, at rest, m.
  RAYCLOTH_HD float ahead(const TangledPair& pair, Vec3 normal) const {
    const Vec4* rest = view.scene.rest;
    const Vec3 middle = xyz(view.middles[view.scene.vertex_object[pair.edge.x]]);
    const Vec3 from = xyz(rest[pair.edge.x]), along = unit(xyz(rest[pair.edge.y]) - from);
    const float way = glm::dot(along, middle - from);
    return glm::dot(view.at(pair.edge.y) - view.at(pair.edge.x), normal) < 0 ? -way : way;
  }

  RAYCLOTH_HD int pinches(int i) const {
    const TangledPair& pair = view.pairs[i];
    return (view.link(i, pair.owner).vertex >= 0) + (view.link(i, pair.neighbour).vertex >= 0);
  }

  /// What tells the way of a contour's pair that has none but its gradient, `way`.
  RAYCLOTH_HD void add_to_contour(int i, const ContourPlace& place, Vec3 way) const {
    ContourGradient& sum = view.gradients[place.first];
    const TangledPair& pair = view.pairs[i];
    const int surface = place.turn < 0;
    const Vec3 normal = face_normal(pair.triangle);
    const float across = glm::dot(way, normal);
    const Vec3 along = (way - normal * across) * place.turn;
    for (int k = 0; k < 3; ++k) atomic_add(&sum.along[k], fixed(along[k]));
    atomic_add(&sum.across[surface], fixed(across));
    atomic_add(&sum.ahead[surface], fixed(ahead(pair, normal)));
    atomic_add(&sum.alike, fixed(glm::dot(face_normal(pair.owner), normal)));
    atomic_add(&sum.pinches, pinches(i));
  }

  /// A contour that ends where a surface is pinched through itself, as a fold of which one half goes through the other,
  /// hardly gets shorter: it is as long as the half is wide. It goes aside along both surfaces, so that the smaller
  /// part of them goes through. With normals alike one surface goes along the other's, and that against its own.
  RAYCLOTH_HD Vec3 aside(int i, const ContourPlace& place) const {
    const ContourGradient& sum = view.gradients[place.first];
    const float alike = from_fixed(sum.alike) < 0 ? -1.0f : 1.0f, turn = place.turn > 0 ? 1.0f : -alike;
    const bool ahead = from_fixed(sum.ahead[0]) - alike * from_fixed(sum.ahead[1]) >= 0;
    return face_normal(view.pairs[i].triangle) * (ahead ? turn : -turn);
  }

  /// Once all ways are found, of a pair that has none but its gradient: that of its whole contour, or of one that has
  /// no first surface its own.
  RAYCLOTH_HD Vec3 gradient_of_contour(int i) const {
    const ContourPlace place = view.place_of(i);
    if (place.turn == 0) return xyz(view.ways[i]);
    const ContourGradient& sum = view.gradients[place.first];
    Vec3 gradient = face_normal(view.pairs[i].triangle) * from_fixed(sum.across[place.turn < 0]);
    for (int k = 0; k < 3; ++k) gradient[k] += from_fixed(sum.along[k]) * place.turn;
    return sum.pinches > 0 ? unit(unit(gradient) + aside(i, place)) : gradient;
  }

  /// A unit vector and how far to go along it, m; where neither a solid nor a region says, the gradient and 0.
  RAYCLOTH_HD Vec4 operator()(int i) const {
    const TangledPair& pair = view.pairs[i];
    const Int3 t = view.scene.triangles[pair.triangle];
    if (view.scene.is_solid(pair.edge.x) || view.scene.is_solid(t.x)) return out_of_solid(pair);
    if (is_parted(pair.edge.x, pair.edge.y)) return back_through(pair);
    int least = t.x, most = t.x;
    for (int k = 1; k < 3; ++k) {
      if (is_parted(t[k], least) && follows(t[k], least)) least = t[k];
      if (is_parted(t[k], most) && follows(most, t[k])) most = t[k];
    }
    if (is_parted(least, most)) return back_around(pair, least, most);
    return Vec4(gradient(i), 0);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
