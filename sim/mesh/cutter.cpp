#include "sim/mesh/cutter.h"

#include <algorithm>
#include <cstdlib>

namespace raycloth {
namespace {

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
    if (!values.empty()) values.push_back(between(values[birth.a], values[birth.b], birth.t));
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
  const int p = add({a, b, t});
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

int Cutter::part(const std::vector<int>& vertices) {
  int made = 0;
  for (const int v : vertices) {
    const std::vector<std::vector<int>> groups = fans(v);
    for (size_t i = 1; i < groups.size(); ++i, ++made) {
      const int copy = add({v, v, 0});
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
