#include "sim/mesh/stroke.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim/mesh/cutter.h"

namespace raycloth {
namespace {

constexpr double kShortestPart = 0.15;  // of an edge
constexpr double kShortestEdge = 0.1;   // of the mesh's mean edge: parts of edges are no shorter
/// Twice a triangle's area by the square of its longest side; 0.87 where it is even.
constexpr double kThinnestTriangle = 0.04;

using Point = glm::dvec3;

double thinness(const Point& a, const Point& b, const Point& c) {
  const Point p = b - a, q = c - a, r = c - b;
  const double longest = std::max({glm::dot(p, p), glm::dot(q, q), glm::dot(r, r)});
  return longest > 0 ? glm::length(glm::cross(p, q)) / longest : 0;
}

double mean_edge(const Mesh& mesh) {
  double sum = 0;
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) sum += glm::distance(mesh.positions[t[k]], mesh.positions[t[(k + 1) % 3]]);
  return mesh.triangles.empty() ? 0 : sum / (3.0 * static_cast<double>(mesh.triangles.size()));
}

/// What lies between two rays of the stroke, next to each other.
struct Wedge {
  Wedge(const StrokeRay& first, const StrokeRay& second)
      : eye(first.origin), other_eye(second.origin), forward(first.direction) {
    const Point to(second.direction);
    normal = glm::cross(forward, other_eye + to - eye - forward);
    from_first = glm::cross(normal, forward);
    from_second = glm::cross(to, normal);
  }

  double side(const Point& p) const { return glm::dot(normal, p - eye); }
  /// Of a point in the plane: 0 on the first ray to 1 on the second; nothing outside.
  std::optional<double> along(const Point& p) const {
    const double a = glm::dot(from_first, p - eye), b = glm::dot(from_second, p - other_eye);
    const bool inside = a >= 0 && b >= 0 && a + b > 0 && glm::dot(forward, p - eye) > 0;
    return inside ? std::optional(a / (a + b)) : std::nullopt;
  }

  Point eye, other_eye, forward, normal, from_first, from_second;
};

/// An edge that the stroke passes.
struct Crossing {
  int a, b;
  double t;      // part of the way from a to b
  double along;  // of the wedge
};

class Tracer {
 public:
  Tracer(const Mesh& mesh, std::span<const Vec3> present, const Seen& seen)
      : mesh_(mesh), present_(present.begin(), present.end()), seen_(seen), cutter_(mesh_) {
    shortest_ = kShortestEdge * mean_edge(mesh);
  }

  void pass(const Wedge& wedge) {
    for (const Crossing& crossing : crossings(wedge)) {
      const Vec3 at = between(present_[crossing.a], present_[crossing.b], static_cast<float>(crossing.t));
      const Point eye = wedge.eye + crossing.along * (wedge.other_eye - wedge.eye);
      if (seen_(Vec3(eye), at)) go_on(vertex_at(crossing));
    }
  }

  /// Whether the first path has come back to where it began.
  bool closed() const { return !paths_.empty() && paths_[0].size() > 2 && paths_[0].front() == paths_[0].back(); }

  /// What was passed so far, last.
  Cut cut() {
    std::vector<int> vertices;
    for (const std::vector<int>& path : paths_) {
      if (path.size() < 2) continue;
      std::vector<int>& numbers = cut_.paths.emplace_back();
      for (size_t i = 0; i < path.size(); ++i) {
        numbers.push_back(mesh_.vertex_number(path[i]));
        if (i > 0) cutter_.mark(path[i - 1], path[i]);
      }
      vertices.insert(vertices.end(), path.begin(), path.end());
    }
    return cutter_.part(vertices) > 0 ? cut_ : Cut{};
  }

 private:
  /// In the order of the stroke.
  std::vector<Crossing> crossings(const Wedge& wedge) const {
    std::vector<double> sides(present_.size());
    for (size_t v = 0; v < sides.size(); ++v) sides[v] = wedge.side(Point(present_[v]));
    std::vector<Crossing> found;
    for (const Int3& t : mesh_.triangles)
      for (int k = 0; k < 3; ++k) {
        const auto [a, b] = std::minmax({t[k], t[(k + 1) % 3]});
        if ((sides[a] < 0) == (sides[b] < 0)) continue;
        const double part = sides[a] / (sides[a] - sides[b]);
        const Point pa(present_[a]), pb(present_[b]);
        if (const auto along = wedge.along(pa + part * (pb - pa))) found.push_back({a, b, part, *along});
      }
    const auto key = [](const Crossing& c) { return std::tuple(c.along, c.a, c.b); };
    std::ranges::sort(found, {}, key);
    const auto twice = std::ranges::unique(found, {}, key);  // of both triangles at an edge
    found.erase(twice.begin(), twice.end());
    return found;
  }

  /// On the edge, which is split there, or at the end that is nearer.
  int vertex_at(const Crossing& crossing) {
    const auto [a, b, t, along] = crossing;
    const double length = glm::distance(mesh_.positions[a], mesh_.positions[b]);
    const double nearer = std::min(t, 1 - t);
    const bool splits = nearer > kShortestPart && nearer * length > shortest_ && leaves_shape(a, b, t);
    if (!splits) return t < 0.5 ? a : b;
    const auto part = static_cast<float>(t);
    cut_.splits.push_back({mesh_.vertex_number(a), mesh_.vertex_number(b), part});
    present_.push_back(between(present_[a], present_[b], part));
    const int vertex = cutter_.split(a, b, part);
    for (std::vector<int>& path : paths_) split(path, a, b, vertex);
    return vertex;
  }

  /// The stroke passes an edge along which it has gone.
  static void split(std::vector<int>& path, int a, int b, int vertex) {
    for (size_t i = 1; i < path.size(); ++i)
      if (std::minmax(path[i - 1], path[i]) == std::minmax(a, b))
        path.insert(path.begin() + static_cast<std::ptrdiff_t>(i++), vertex);
  }

  bool leaves_shape(int a, int b, double t) const {
    const auto at = [&](int v) { return Point(mesh_.positions[v]); };
    const Point p = at(a) + t * (at(b) - at(a));
    return std::ranges::all_of(cutter_.triangles_at(a, b), [&](int triangle) {
      const Int3 corners = mesh_.triangles[triangle];
      const int c = corners.x + corners.y + corners.z - a - b;
      return thinness(at(a), p, at(c)) > kThinnestTriangle && thinness(p, at(b), at(c)) > kThinnestTriangle;
    });
  }

  /// The path that comes from a neighbour goes on to the vertex; without one, another begins there.
  void go_on(int vertex) {
    for (auto path = paths_.rbegin(); path != paths_.rend(); ++path) {
      if (path->back() == vertex) return;
      if (cutter_.joined(path->back(), vertex)) return path->push_back(vertex);
    }
    paths_.push_back({vertex});
  }

  Mesh mesh_;
  std::vector<Vec3> present_;
  const Seen& seen_;
  Cutter cutter_;
  double shortest_;
  Cut cut_;
  std::vector<std::vector<int>> paths_;  // by index
};

}  // namespace

/// A ring goes over its beginning once more, until it has met itself.
Cut cut_along(const Stroke& stroke, const Mesh& mesh, std::span<const Vec3> present, const Seen& seen) {
  const std::vector<StrokeRay>& rays = stroke.rays;
  Tracer tracer(mesh, present, seen);
  for (size_t i = 1; i < rays.size(); ++i) tracer.pass({rays[i - 1], rays[i]});
  if (stroke.closed) tracer.pass({rays.back(), rays.front()});
  for (size_t i = 1; stroke.closed && i < rays.size() && !tracer.closed(); ++i) tracer.pass({rays[i - 1], rays[i]});
  return tracer.cut();
}

}  // namespace raycloth
