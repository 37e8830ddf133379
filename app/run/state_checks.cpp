#include "app/run/state_checks.h"

#include <cmath>

namespace raycloth {
namespace {

bool finite(Vec4 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace

std::string first_not_finite(Simulation& simulation) {
  const std::span<const Vec4> positions = simulation.positions(), velocities = simulation.velocities();
  for (size_t v = 0; v < positions.size(); ++v) {
    if (finite(positions[v]) && finite(velocities[v])) continue;
    const Model& model = simulation.model();
    return model.objects[model.vertex_object[v]].name;
  }
  return {};
}

}  // namespace raycloth
