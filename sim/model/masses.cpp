#include "sim/model/masses.h"

#include <algorithm>

#include "sim/model/parts/parts.h"

namespace raycloth {
namespace {

/// Calls f(vertex, area of the triangle) for every corner of every triangle. All in one sequence: sums must not differ
/// between a model that is built and one that is changed.
template <class F>
void for_corners(const Model& model, const ModelObject& object, F f) {
  for (int i = object.triangles.begin; i < object.triangles.end; ++i) {
    const Int3 t = model.triangles[i];
    const auto at = [&](int v) { return glm::dvec3(model.positions[v]); };
    const double area = 0.5 * glm::length(glm::cross(at(t.y) - at(t.x), at(t.z) - at(t.x)));
    for (int k = 0; k < 3; ++k) f(t[k] - object.vertices.begin, area);
  }
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// A third of every triangle's mass to each of its corners. No vertex gets less than a hundredth of the mean,
/// so that slivers and stray vertices do not fly away.
std::vector<float> of_cloth(const Model& model, const ModelObject& object, double areal_density) {
  std::vector<double> masses(object.vertices.size(), 0.0);
  for_corners(model, object, [&](int v, double area) { masses[v] += areal_density * area / 3; });
  constexpr double kLeast = 1e-9;  // kg
  const double least = std::max(kLeast, 0.01 * sum_of(masses) / object.vertices.size());
  std::vector<float> inverse;
  for (const double mass : masses) inverse.push_back(static_cast<float>(1 / std::max(mass, least)));
  return inverse;
}

/// The body's mass over its surface, by area: what a vertex weighs that is pulled at.
std::vector<float> of_body(const Model& model, const ModelObject& object, double mass) {
  std::vector<double> areas(object.vertices.size(), 0.0);
  for_corners(model, object, [&](int v, double area) { areas[v] += area / 3; });
  const double total = sum_of(areas), least = 0.01 * total / object.vertices.size();
  std::vector<float> inverse;
  for (const double area : areas) inverse.push_back(static_cast<float>(1 / (mass * (std::max(area, least) / total))));
  return inverse;
}

/// Of an object's vertices, as if none were pinned; 0 for what does not move by itself.
std::vector<float> inverse_masses(Model& model, int index, const Material& material) {
  const ModelObject& object = model.objects[index];
  if (object.vertices.size() > 0 && object.kind == ObjectKind::cloth)
    return of_cloth(model, object, material.areal_density);
  for (ModelBody& body : model.bodies) {
    if (body.object != index) continue;
    const double density = material.density;
    body.mass = density * body.whole.volume;
    body.inertia = density * body.whole.inertia;
    return of_body(model, object, body.mass);
  }
  return std::vector<float>(object.vertices.size(), 0.0f);
}

}  // namespace

void find_masses(Model& model) {
  for (int i = 0; i < static_cast<int>(model.objects.size()); ++i) {
    const std::vector<float> inverse = inverse_masses(model, i, model.objects[i].material);
    for (size_t k = 0; k < inverse.size(); ++k) model.positions[model.objects[i].vertices.begin + k].w = inverse[k];
  }
}

std::vector<float> unit_inverse_masses(const Model& model) {
  std::vector<float> all(model.positions.size(), 0.0f);
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::cloth || object.vertices.size() == 0) continue;
    const std::vector<float> own = of_cloth(model, object, 1);
    std::copy(own.begin(), own.end(), all.begin() + object.vertices.begin);
  }
  return all;
}

void change_pinned_masses(Model& model, std::span<const int> pinned, std::span<const Material> materials) {
  for (int i = 0; i < static_cast<int>(model.objects.size()); ++i) {
    if (model.objects[i].kind != ObjectKind::cloth) continue;
    const std::vector<float> inverse = inverse_masses(model, i, materials[i]);
    for (size_t k = 0; k < inverse.size(); ++k) model.positions[model.objects[i].vertices.begin + k].w = inverse[k];
  }
  model.pins.assign(pinned.begin(), pinned.end());
  for (const int v : pinned) model.positions[v].w = 0;
  find_fastenings(model);
}

void change_masses(Model& model, int object, const Material& material) {
  const std::vector<float> inverse = inverse_masses(model, object, material);
  for (size_t k = 0; k < inverse.size(); ++k) {
    float& present = model.positions[model.objects[object].vertices.begin + k].w;
    if (present != 0) present = inverse[k];
  }
}

}  // namespace raycloth
