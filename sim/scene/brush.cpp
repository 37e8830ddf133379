#include "sim/scene/brush.h"

#include <algorithm>

namespace raycloth {

void dab(std::span<float> factors, std::span<const Vec3> positions, Vec3 at, const Brush& brush) {
  for (size_t v = 0; v < positions.size(); ++v) {
    const Vec3 away = positions[v] - at;
    const float share = 1 - glm::dot(away, away) / (brush.radius * brush.radius);
    if (share <= 0) continue;
    const float drawn = factors[v] + brush.strength * share * share * (brush.factor - factors[v]);
    factors[v] = std::clamp(drawn, kThinnestFactor, kThickestFactor);
  }
}

std::vector<float> factors_of_file(const Mesh& mesh, std::span<const float> factors) {
  if (std::ranges::all_of(factors, [](float f) { return f == 1; })) return {};
  if (mesh.file_vertices.empty()) return {factors.begin(), factors.end()};
  std::vector<float> of_file(mesh.file_size, 1.0f);
  for (size_t v = 0; v < factors.size(); ++v) of_file[mesh.file_vertices[v]] = factors[v];
  return of_file;
}

}  // namespace raycloth
