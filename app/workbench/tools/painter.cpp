#include "app/workbench/tools/painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace raycloth {
namespace {

constexpr float kDabsPerRadius = 4;  // along a stroke
constexpr int kRimParts = 48;
constexpr uint32_t kRimColor = rgba(255, 235, 120);

Vec3 point_at(std::span<const Vec4> positions, Int3 t, Vec3 barycentric) {
  return Vec3(barycentric.x * positions[t.x] + barycentric.y * positions[t.y] + barycentric.z * positions[t.z]);
}

std::vector<float> present_factors(const SceneObject& object) {
  return object.thickness_map.empty() ? std::vector<float>(object.mesh.positions.size(), 1.0f) : object.thickness_map;
}

}  // namespace

bool Painter::stroke(const Scene& scene, const Model& model, const Pick& hit, bool erase) {
  const int object = model.triangle_object[hit.triangle];
  const SceneObject& painted = scene.objects[object];
  if (painted.kind != ObjectKind::cloth) return false;
  if (painted_ && painted_->object != painted.name) return false;
  if (!painted_) painted_ = Painted{painted.name, present_factors(painted)};
  Brush used = brush;
  if (erase) used.factor = 1;
  const Vec3 at = point_at(model.positions, model.triangles[hit.triangle], hit.barycentric);
  const Vec3 from = painting_ && last_ ? *last_ : at;
  const float step = brush.radius / kDabsPerRadius, length = glm::distance(from, at);
  if (std::exchange(painting_, true) && length < step) return true;  // a mouse that rests does not paint on
  const int dabs = std::max(1, static_cast<int>(length / step));
  for (int i = 1; i <= dabs; ++i)
    dab(painted_->factors, painted.mesh.positions, from + static_cast<float>(i) / dabs * (at - from), used);
  last_ = at;
  return true;
}

std::vector<float> Painter::factors(const Scene& scene, const Model& model) const {
  if (!painted_) return {};
  std::vector<float> factors = model.thickness_factors;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].name != painted_->object) continue;
    const Range range = model.objects[i].vertices;
    for (int v = range.begin; v < range.end; ++v) factors[v] = painted_->factors[model.source_vertex[v]];
  }
  return factors;
}

void Painter::draw(std::span<const Vec4> positions, const Model& model, const std::optional<Pick>& hover,
                   LineBatch& lines) const {
  if (!hover || model.objects[model.triangle_object[hover->triangle]].kind != ObjectKind::cloth) return;
  const Int3 t = model.triangles[hover->triangle];
  const Vec3 a(positions[t.x]), u = Vec3(positions[t.y]) - a, normal = glm::cross(u, Vec3(positions[t.z]) - a);
  if (glm::length(normal) == 0) return;
  const Vec3 across = brush.radius * glm::normalize(u), up = brush.radius * glm::normalize(glm::cross(normal, u));
  const Vec3 middle = point_at(positions, t, hover->barycentric);
  const auto rim = [&](int i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kRimParts;
    return middle + std::cos(angle) * across + std::sin(angle) * up;
  };
  for (int i = 0; i < kRimParts; ++i) lines.line(rim(i), rim(i + 1), kRimColor);
}

}  // namespace raycloth
