#include "app/run/divergence.h"

#include <algorithm>

namespace raycloth {
namespace {

/// As the state's hash has it: -0 and +0 are the same.
bool equal(std::span<const Vec4> a, std::span<const Vec4> b) {
  return std::ranges::equal(a, b, [](const Vec4& p, const Vec4& q) { return Vec3(p) == Vec3(q); });
}

}  // namespace

void Divergence::look(Simulation& a, Simulation& b) {
  const Model& model = a.model();
  const auto here = a.positions(), there = b.positions();
  now = {0, 0, a.frame()};
  double sum = 0;
  long long count = 0;
  for (size_t v = 0; v < here.size(); ++v) {
    const double distance = glm::length(glm::dvec3(here[v]) - glm::dvec3(there[v]));
    if (distance > now.distance) now.distance = distance, now.vertex = static_cast<int>(v);
    if (model.objects[model.vertex_object[v]].kind == ObjectKind::cloth) sum += distance, ++count;
  }
  mean = count > 0 ? sum / static_cast<double>(count) : 0;
  if (now.distance > largest.distance) largest = now;
  if (!is_apart && now.distance > kApart) is_apart = now.frame;
  if (!differs && !(equal(here, there) && equal(a.velocities(), b.velocities()))) differs = now.frame;
}

void go_on_from(const Snapshot& state, const Settings& settings, const std::vector<Material>& materials,
                Simulation& simulation) {
  simulation.restore(state);
  simulation.change(settings);
  for (size_t i = 0; i < materials.size(); ++i) simulation.change(static_cast<int>(i), materials[i]);
}

}  // namespace raycloth
