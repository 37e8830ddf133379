#include "sim/model/grip.h"

#include <algorithm>
#include <set>

namespace raycloth {
namespace {

constexpr float kRadius = 0.07f;     // m, of what a hand takes hold of
constexpr float kOverCorner = 1.5f;  // of the farthest corner of the triangle: they always belong to it

struct Near {
  float distance;  // m
  int vertex;

  bool operator<(const Near& other) const {
    return distance != other.distance ? distance < other.distance : vertex < other.vertex;
  }
};

/// Vertices nearer than `radius` to the point, from corner to corner of triangles, nearest first.
std::vector<Near> reach(const Model& model, Int3 corners, Vec3 point, float radius) {
  std::set<int> seen;
  std::vector<int> open;
  std::vector<Near> found;
  const auto visit = [&](int vertex) {
    const float distance = glm::distance(Vec3(model.positions[vertex]), point);
    if (distance >= radius || !seen.insert(vertex).second) return;
    open.push_back(vertex);
    found.push_back({distance, vertex});
  };
  for (int k = 0; k < 3; ++k) visit(corners[k]);
  while (!open.empty()) {
    const int vertex = open.back();
    open.pop_back();
    for (int i = model.vertex_triangle_offsets[vertex]; i < model.vertex_triangle_offsets[vertex + 1]; ++i) {
      const Int3 around = model.triangles[model.vertex_triangles[i]];
      for (int k = 0; k < 3; ++k) visit(around[k]);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

float kernel(float distance, float radius) {
  const float t = 1 - distance * distance / (radius * radius);
  return t * t;
}

}  // namespace

std::vector<GripVertex> grip_at(const Model& model, int triangle, Vec3 barycentric) {
  const Int3 corners = model.triangles[triangle];
  Vec3 point(0);
  for (int k = 0; k < 3; ++k) point += barycentric[k] * Vec3(model.positions[corners[k]]);
  float radius = kRadius;
  for (int k = 0; k < 3; ++k)
    radius = std::max(radius, kOverCorner * glm::distance(Vec3(model.positions[corners[k]]), point));
  std::vector<Near> near = reach(model, corners, point, radius);
  if (near.size() > kMaxGripVertices) {
    radius = near[kMaxGripVertices].distance;
    near.resize(kMaxGripVertices);
  }
  float mass = 0;
  std::vector<GripVertex> grip;
  for (const Near& n : near) {
    const float inverse_mass = model.positions[n.vertex].w, part = kernel(n.distance, radius);
    if (inverse_mass == 0) continue;
    mass += part / inverse_mass;
    grip.push_back({n.vertex, part});
  }
  for (GripVertex& vertex : grip) vertex.share /= mass;
  std::sort(grip.begin(), grip.end(), [](const auto& a, const auto& b) { return a.vertex < b.vertex; });
  return grip;
}

}  // namespace raycloth
