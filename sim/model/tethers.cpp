// Tethers: how far each vertex of a pinned cloth may be from the pins nearest to it, along the cloth (long-range
// attachments: T.-Y. Kim, N. Chentanez, M. Mueller, "Long Range Attachments", 2012). Cloth hardly stretches, so no
// vertex can be farther from a pin than the way along the cloth, however it folds.
#include <algorithm>
#include <queue>

#include "sim/model/parts.h"

namespace raycloth {
namespace {

struct Way {
  int to;
  float length;
};

/// Ways from vertex to vertex: edges, and across each edge from corner to corner with both triangles laid flat. With
/// those, the shortest of a regular sheet's ways exceed the straight ones by 3 % at most.
std::vector<std::vector<Way>> find_ways(const Model& model) {
  std::vector<std::vector<Way>> ways(model.positions.size());
  const auto join = [&](int a, int b, float length) {
    ways[a].push_back({b, length});
    ways[b].push_back({a, length});
  };
  for (size_t e = 0; e < model.edges.size(); ++e) join(model.edges[e].x, model.edges[e].y, model.edge_lengths[e]);
  for (const Int4& quad : model.quads) {
    const Vec3 a(model.positions[quad.x]), b(model.positions[quad.y]);
    const Vec3 c(model.positions[quad.z]), d(model.positions[quad.w]);
    const float base = glm::length(b - a);
    const Vec3 along = (b - a) / base;
    const auto flat = [&](Vec3 p) {  // along the edge, and away from it
      const float x = glm::dot(p - a, along);
      return Vec2(x, glm::length(p - a - along * x));
    };
    const Vec2 up = flat(c), down = flat(d) * Vec2(1, -1);
    const float crossing = up.x + (down.x - up.x) * up.y / (up.y - down.y);
    if (crossing >= 0 && crossing <= base) join(quad.z, quad.w, glm::length(up - down));
  }
  return ways;
}

struct Arrival {
  float length;
  int vertex, pin;
  bool operator>(const Arrival& other) const {
    return length != other.length ? length > other.length : vertex > other.vertex;
  }
};

constexpr int kMost = 4;  // pins per vertex: the components of Int4

}  // namespace

void find_tethers(Model& model) {
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::cloth) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      if (model.positions[v].w == 0) arrivals.push({0, v, v});
    }
  }
  if (arrivals.empty()) return;
  const auto ways = find_ways(model);
  std::vector<std::vector<Arrival>> reached(model.positions.size());
  while (!arrivals.empty()) {  // Dijkstra's, each vertex settled once for each of its nearest pins
    const Arrival here = arrivals.top();
    arrivals.pop();
    auto& known = reached[here.vertex];
    const bool again = std::any_of(known.begin(), known.end(), [&](const Arrival& a) { return a.pin == here.pin; });
    if (again || known.size() == kMost) continue;
    known.push_back(here);
    for (const Way& way : ways[here.vertex]) arrivals.push({here.length + way.length, way.to, here.pin});
  }
  for (size_t v = 0; v < reached.size(); ++v) {
    if (reached[v].empty() || model.positions[v].w == 0) continue;
    Tether tether{static_cast<int>(v), Int4(-1), Vec4(0)};
    for (size_t k = 0; k < reached[v].size(); ++k) {
      tether.pins[static_cast<int>(k)] = reached[v][k].pin;
      tether.lengths[static_cast<int>(k)] = reached[v][k].length;
    }
    model.tethers.push_back(tether);
  }
}

}  // namespace raycloth
