#include "sim/model/parts/geodesic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace raycloth {

constexpr float kNever = std::numeric_limits<float>::infinity();

Geodesics::Geodesics(const Model& model) : model_(model), distances_(model.positions.size(), kNever) {
  for (size_t i = 0; i < model.edges.pairs.size(); ++i) longest_ = std::max(longest_, model.edges.lengths[i]);
}

void Geodesics::offer(int vertex, float distance) {
  float& known = distances_[vertex];
  if (!(distance < radius_) || !(distance < known * (1 - 1e-6f))) return;
  if (known == kNever) reached_.push_back(vertex);
  known = distance;
  front_.push_back({distance, vertex});
  std::push_heap(front_.begin(), front_.end(), std::greater<>());
}

/// Through the side a-b of a triangle to its corner c: with the source unfolded into the triangle's plane, on the other
/// side of a-b, the straight way to c, if it goes through the side.
void Geodesics::cross(int a, int b, int c) {
  const Vec3 pa(model_.positions[a]), pb(model_.positions[b]), pc(model_.positions[c]);
  const Vec3 side = pb - pa;
  const float base = glm::length(side), da = distances_[a], db = distances_[b];
  if (!(base > 0) || db == kNever) return;
  const Vec3 along = side / base;
  const float x = (da * da - db * db + base * base) / (2 * base);  // of the source, from a along the side
  const float depth2 = da * da - x * x;
  if (!(depth2 > 0)) return;
  const float cx = glm::dot(pc - pa, along), height = glm::length(pc - pa - along * cx), depth = std::sqrt(depth2);
  const float through = x + (cx - x) * depth / (depth + height);
  if (through < 0 || through > base) return;
  offer(c, std::sqrt((cx - x) * (cx - x) + (height + depth) * (height + depth)));
}

const std::vector<Geodesics::Arrival>& Geodesics::from(int source, float radius) {
  radius_ = radius + 2 * longest_;  // a way is known by both ends of the side that it crosses
  offer(source, 0);
  while (!front_.empty()) {
    std::pop_heap(front_.begin(), front_.end(), std::greater<>());
    const auto [distance, v] = front_.back();
    front_.pop_back();
    if (distance != distances_[v]) continue;  // a shorter way was found since
    for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i) {
      const Int3 t = model_.triangles[model_.vertex_triangles[i]];
      const int k = t.x == v ? 0 : t.y == v ? 1 : 2, a = t[(k + 1) % 3], b = t[(k + 2) % 3];
      const Vec3 here(model_.positions[v]);
      offer(a, distance + glm::distance(here, Vec3(model_.positions[a])));
      offer(b, distance + glm::distance(here, Vec3(model_.positions[b])));
      cross(v, a, b);
      cross(v, b, a);
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
