#include "sim/mesh/cutter.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace raycloth {
namespace {

// One side of a cut lies apart from the other, as scissors leave it: what touches from the start could not be told from
// what crosses. At rest and in the present state.
constexpr float kGap = 2e-4f;            // m
constexpr float kMostOfTriangle = 0.1f;  // of the way into it, at most

bool has(const Int3& t, int v) { return t.x == v || t.y == v || t.z == v; }

void replace(Int3& t, int from, int to) {
  for (int k = 0; k < 3; ++k)
    if (t[k] == from) t[k] = to;
}

int corner_besides(const Int3& t, int a, int b) {
  for (int k = 0; k < 3; ++k)
    if (t[k] != a && t[k] != b) return t[k];
  return -1;  // of no triangle
}

Int3 turned_to(int v, const Int3& t) {
  if (t.x == v) return t;
  return t.y == v ? Int3(t.y, t.z, t.x) : Int3(t.z, t.x, t.y);
}

float angle_between(const Vec3& a, const Vec3& b) { return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)); }

/// From a point to the ray along `edge`, both seen from its beginning.
float distance_to(const Vec3& point, const Vec3& edge) {
  const float along = glm::dot(point, edge) / glm::dot(edge, edge);
  return along > 0 ? glm::length(point - along * edge) : glm::length(point);
}

/// The triangles of a side of a vertex, from one of its borders to the other.
std::vector<Int3> in_turn(int v, const std::vector<int>& fan, const std::vector<Int3>& triangles) {
  std::vector<Int3> rest, turn;
  for (const int t : fan) rest.push_back(turned_to(v, triangles[t]));
  const auto follows = [&](const Int3& t) {
    return std::ranges::any_of(rest, [&](const Int3& other) { return other.z == t.y; });
  };
  auto next = std::ranges::find_if_not(rest, follows);
  while (next != rest.end()) {
    turn.push_back(*next);
    rest.erase(next);
    next = std::ranges::find(rest, turn.back().z, &Int3::y);
  }
  return turn.empty() ? rest : turn;
}

}  // namespace

Cutter::Cutter(Mesh& mesh) : mesh_(mesh), around_(mesh.positions.size()) {
  for (int v = 0; v < static_cast<int>(mesh.file_vertices.size()); ++v) numbers_[mesh.file_vertices[v]] = v;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) around_[mesh.triangles[t][k]].push_back(t);
}

int Cutter::vertex(int number) const {
  if (mesh_.file_vertices.empty()) return number < static_cast<int>(mesh_.positions.size()) ? number : -1;
  const auto found = numbers_.find(number);
  return found == numbers_.end() ? -1 : found->second;
}

std::vector<int> Cutter::triangles_at(int a, int b) const {
  std::vector<int> both;
  for (const int t : around_[a])
    if (has(mesh_.triangles[t], b)) both.push_back(t);
  return both;
}

int Cutter::add(const Birth& birth) {
  const auto grow = [&](auto& values) {
    if (!values.empty()) values.push_back(value_at(birth, values));
  };
  const int vertex = static_cast<int>(mesh_.positions.size());
  grow(mesh_.positions);
  grow(mesh_.uvs);
  grow(mesh_.colors);
  if (!mesh_.file_vertices.empty()) {
    numbers_[mesh_.file_size] = vertex;
    mesh_.file_vertices.push_back(mesh_.file_size++);
  }
  around_.emplace_back();
  births_.push_back(birth);
  return vertex;
}

//      c               c
//     / \             /|\        every triangle at the edge becomes two: a p c stays in its place, p b c is new
//    a---b    ->     a-p-b
int Cutter::split(int a, int b, float t) {
  const std::vector<int> halved = triangles_at(a, b);
  const int p = add({a, b, b, t, false});
  for (const int old : halved) {
    const int c = corner_besides(mesh_.triangles[old], a, b), made = static_cast<int>(mesh_.triangles.size());
    mesh_.triangles.push_back(mesh_.triangles[old]);
    if (!mesh_.file_faces.empty()) mesh_.file_faces.push_back(mesh_.file_faces[old]);
    replace(mesh_.triangles[old], b, p);
    replace(mesh_.triangles[made], a, p);
    std::erase(around_[b], old);
    around_[b].push_back(made);
    around_[c].push_back(made);
    around_[p].insert(around_[p].end(), {old, made});
  }
  return p;
}

/// The triangles around a vertex, in groups that hang together across edges that are not marked.
std::vector<std::vector<int>> Cutter::fans(int v) const {
  const std::vector<int>& all = around_[v];
  std::vector<int> fan(all.size());  // of each triangle: the first that it hangs together with
  for (size_t i = 0; i < fan.size(); ++i) fan[i] = static_cast<int>(i);
  const auto hang_together = [&](int s, int t) {
    for (int k = 0; k < 3; ++k) {
      const int other = mesh_.triangles[s][k];
      if (other != v && has(mesh_.triangles[t], other) && !marked_.contains(std::minmax(v, other))) return true;
    }
    return false;
  };
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (fan[i] == fan[j] || !hang_together(all[i], all[j])) continue;
      const int kept = std::min(fan[i], fan[j]), gone = std::max(fan[i], fan[j]);
      std::ranges::replace(fan, gone, kept);
    }
  std::vector<std::vector<int>> groups;
  for (int first = 0; first < static_cast<int>(fan.size()); ++first) {
    std::vector<int> group;
    for (size_t i = 0; i < all.size(); ++i)
      if (fan[i] == first) group.push_back(all[i]);
    if (!group.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

/// A vertex of its own for the side that these triangles are, a little way into the middle one: as far from what is cut
/// as can be.
Birth Cutter::side_of(int v, const std::vector<int>& fan) const {
  const std::vector<Int3> turn = in_turn(v, fan, mesh_.triangles);
  const auto way_to = [&](int other) { return mesh_.positions[other] - mesh_.positions[v]; };
  std::vector<float> angles;
  for (const Int3& t : turn) angles.push_back(angle_between(way_to(t.y), way_to(t.z)));
  float half = 0.5f * std::accumulate(angles.begin(), angles.end(), 0.0f);
  size_t middle = 0;
  while (middle + 1 < turn.size() && half > angles[middle]) half -= angles[middle++];
  const auto [self, to, also] = std::tuple(turn[middle].x, turn[middle].y, turn[middle].z);
  const Vec3 way = between(mesh_.positions[to], mesh_.positions[also], 0.5f) - mesh_.positions[self];
  const float clear = std::min(distance_to(way, way_to(turn.front().y)), distance_to(way, way_to(turn.back().z)));
  return {v, to, also, clear > 0 ? std::min(kGap / clear, kMostOfTriangle) : kMostOfTriangle, true};
}

int Cutter::part(const std::vector<int>& vertices) {
  int made = 0;
  for (const int v : vertices) {
    const std::vector<std::vector<int>> groups = fans(v);
    for (size_t i = 1; i < groups.size(); ++i, ++made) {
      const int copy = add(side_of(v, groups[i]));
      for (const int t : groups[i]) {
        replace(mesh_.triangles[t], v, copy);
        std::erase(around_[v], t);
      }
      around_[copy] = groups[i];
    }
  }
  return made;
}

}  // namespace raycloth
