#include "sim/model/parts/geodesic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace raycloth {

constexpr float kNever = std::numeric_limits<float>::infinity();

static Wings::Wing wing_of(const Model& model, int vertex, const Int3& t) {
  const int k = t.x == vertex ? 0 : t.y == vertex ? 1 : 2, a = t[(k + 1) % 3], b = t[(k + 2) % 3];
  const auto to = [&](int other) { return Vec3(model.positions[other]) - Vec3(model.positions[vertex]); };
  const Vec3 side_a = to(a), side_b = to(b);
  const float length_a = glm::length(side_a), length_b = glm::length(side_b);
  const auto beside = [](const Vec3& corner, const Vec3& side, float length) {
    const Vec3 direction = side / length;
    const float along = glm::dot(corner, direction);
    return Wings::Opposite{along, glm::length(corner - direction * along)};
  };
  return {a, b, length_a, length_b, beside(side_b, side_a, length_a), beside(side_a, side_b, length_b)};
}

Wings::Wings(const Model& model) {
  for (const float length : model.edges.lengths) longest_ = std::max(longest_, length);
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const bool cloth = model.objects[model.vertex_object[v]].kind == ObjectKind::cloth;
    const int begin = model.vertex_triangle_offsets[v], end = cloth ? model.vertex_triangle_offsets[v + 1] : begin;
    for (int i = begin; i < end; ++i) wings_.push_back(wing_of(model, v, model.triangles[model.vertex_triangles[i]]));
    offsets_.push_back(static_cast<int>(wings_.size()));
  }
}

Geodesics::Geodesics(const Wings& wings) : wings_(wings), distances_(wings.vertices(), kNever) {}

void Geodesics::offer(int vertex, float distance) {
  float& known = distances_[vertex];
  if (!(distance < radius_) || !(distance < known * (1 - 1e-6f))) return;
  if (known == kNever) reached_.push_back(vertex);
  known = distance;
  front_.push_back({distance, vertex});
  std::push_heap(front_.begin(), front_.end(), std::greater<>());
}

/// From a vertex at distance `da`, through a side of a triangle there, which is `base` long and ends at distance `db`,
/// to the corner beside it: with the source unfolded into the triangle's plane, on the other side of the side, the
/// straight way to the corner, if it goes through the side.
void Geodesics::cross(float da, float base, float db, const Wings::Opposite& corner, int vertex) {
  if (!(base > 0) || db == kNever) return;
  const float x = (da * da - db * db + base * base) / (2 * base);  // of the source, along the side
  const float depth2 = da * da - x * x;
  if (!(depth2 > 0)) return;
  const float along = corner.along - x, height = corner.beside, known = distances_[vertex];
  if (along * along + height * height + depth2 >= known * known) return;  // so the way is no shorter
  const float depth = std::sqrt(depth2), through = x + along * depth / (depth + height);
  if (through < 0 || through > base) return;
  offer(vertex, std::sqrt(along * along + (height + depth) * (height + depth)));
}

const std::vector<Geodesics::Arrival>& Geodesics::from(int source, float radius) {
  radius_ = radius + 2 * wings_.longest();  // a way is known by both ends of the side that it crosses
  offer(source, 0);
  while (!front_.empty()) {
    std::pop_heap(front_.begin(), front_.end(), std::greater<>());
    const auto [distance, v] = front_.back();
    front_.pop_back();
    if (distance != distances_[v]) continue;  // a shorter way was found since
    for (const Wings::Wing& wing : wings_.around(v)) {
      offer(wing.a, distance + wing.to_a);
      offer(wing.b, distance + wing.to_b);
      cross(distance, wing.to_a, distances_[wing.a], wing.b_from_a, wing.b);
      cross(distance, wing.to_b, distances_[wing.b], wing.a_from_b, wing.a);
    }
  }
  arrivals_.clear();
  for (const int vertex : reached_) {
    if (distances_[vertex] < radius) arrivals_.push_back({vertex, distances_[vertex]});
    distances_[vertex] = kNever;
  }
  reached_.clear();
  return arrivals_;
}

}  // namespace raycloth
