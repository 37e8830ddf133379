#include "sim/model/take_out.h"

#include <algorithm>

#include "collision/median_edge.h"
#include "collision/referee/intersections.h"

namespace raycloth {
namespace {

using Place = glm::dvec3;

/// Part of its way by which all cloth that is taken out goes back: what is pressed into a plane beside the solid has no
/// sides there, and crosses what is taken out next to it.
constexpr double kLeast = 0.1;

/// The ways back, as edges between two places of each vertex, and the solids, for the referee.
struct Ways {
  std::vector<Vec4> places;  // of all vertices now, then before
  std::vector<Int3> triangles;
  std::vector<int> objects;  // 0: solids, 1: ways
};

/// What a way has met.
struct Met {
  double first = 2, last = -1;  // parts of it
  bool leaves_first = false, leaves_last = false;

  void add(double part, bool leaves) {
    if (part < first) first = part, leaves_first = leaves;
    if (part > last) last = part, leaves_last = leaves;
  }
  /// Whether it leads from the inside of a solid to where there is none.
  bool leads_out() const { return last >= 0 && leaves_first && leaves_last; }
  /// How far back to go.
  double part() const {
    const double out = leads_out() ? last : 0;
    return std::max(2 * out / (1 + out), out + kLeast * (1 - out));
  }
};

Ways ways_of(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before) {
  Ways ways;
  ways.places.assign(positions.begin(), positions.end());
  ways.places.insert(ways.places.end(), before.begin(), before.end());
  const auto add = [&](Int3 triangle, int object) {
    ways.triangles.push_back(triangle);
    ways.objects.push_back(object);
  };
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::solid) continue;
    for (int t = object.triangles.begin; t < object.triangles.end; ++t) add(model.triangles[t], 0);
  }
  const int count = static_cast<int>(positions.size());
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::cloth) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v)
      if (model.positions[v].w > 0 && Vec3(positions[v]) != Vec3(before[v])) add({v, v + count, v + count}, 1);
  }
  return ways;
}

std::vector<Met> met_on(const Ways& ways) {
  const int count = static_cast<int>(ways.places.size() / 2);
  std::vector<Met> met(count);
  const std::vector<uint8_t> asked{1, 0};  // ways against solids, not against each other
  for (const Crossing& crossing : find_crossings(ways.places, ways.triangles, ways.objects, asked)) {
    const Int3 t = ways.triangles[crossing.triangle];
    if (crossing.edge.y != crossing.edge.x + count || ways.objects[crossing.triangle] != 0) continue;
    const Place a(ways.places[t.x]), b(ways.places[t.y]), c(ways.places[t.z]);
    const Place from(ways.places[crossing.edge.x]), way = Place(ways.places[crossing.edge.y]) - from;
    const Place normal = glm::cross(b - a, c - a);
    const double along = glm::dot(normal, way);
    if (along != 0) met[crossing.edge.x].add(std::clamp(glm::dot(normal, a - from) / along, 0.0, 1.0), along > 0);
  }
  return met;
}

/// m, as the scene has it.
double median_edge_of(const Model& model, const ModelObject& object) {
  const std::span<const Int3> triangles(model.triangles);
  return median_edge(triangles.subspan(object.triangles.begin, object.triangles.size()),
                     [&](int v) { return Vec3(model.positions[v]); });
}

}  // namespace

std::vector<Vec4> take_out(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before) {
  std::vector<Vec4> now(positions.begin(), positions.end());
  const std::vector<Met> met = met_on(ways_of(model, positions, before));
  const auto way_of = [&](int v) { return Place(before[v]) - Place(positions[v]); };
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::cloth) continue;
    double deepest = 0;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v)
      if (met[v].leads_out()) deepest = std::max(deepest, met[v].last * glm::length(way_of(v)));
    if (deepest <= median_edge_of(model, object)) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      if (model.positions[v].w > 0)
        now[v] = Vec4(Vec3(Place(positions[v]) + met[v].part() * way_of(v)), positions[v].w);
    }
  }
  return now;
}

}  // namespace raycloth
