// Rigid and soft solids: their masses, and how they move at first.
#include "sim/model/mass_properties.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

/// A third of every triangle's area to each of its corners.
std::vector<double> vertex_areas(const Model& model, const ModelObject& object) {
  std::vector<double> areas(object.vertices.size(), 0.0);
  for (int i = object.triangles.begin; i < object.triangles.end; ++i) {
    const Int3 t = model.triangles[i];
    const auto at = [&](int v) { return glm::dvec3(model.positions[v]); };
    const double area = 0.5 * glm::length(glm::cross(at(t.y) - at(t.x), at(t.z) - at(t.x)));
    for (int k = 0; k < 3; ++k) areas[t[k] - object.vertices.begin] += area / 3;
  }
  return areas;
}

/// The body's mass over its surface, by area: what a vertex weighs that is pulled at.
void share_mass(Model& model, const ModelObject& object, double mass) {
  const std::vector<double> areas = vertex_areas(model, object);
  double total = 0;
  for (const double area : areas) total += area;
  const double least = 0.01 * total / object.vertices.size();  // slivers must not fly away
  for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
    const double share = std::max(areas[v - object.vertices.begin], least) / total;
    model.positions[v].w = static_cast<float>(1 / (mass * share));
  }
}

}  // namespace

void find_bodies(const Scene& scene, Model& model) {
  model.velocities.assign(model.positions.size(), Vec4(0));
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const Motion& motion = scene.objects[i].motion;
    if (!is_body(motion.kind)) continue;
    const ModelObject& object = model.objects[i];
    const MassProperties whole = mass_properties(scene.objects[i].mesh.positions, scene.objects[i].mesh.triangles);
    const double density = object.material.density;
    model.bodies.push_back(
        {i, motion.kind == MotionKind::rigid, density * whole.volume, whole.centre, density * whole.inertia});
    share_mass(model, object, density * whole.volume);
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      const glm::dvec3 arm = glm::dvec3(model.positions[v]) - whole.centre;
      model.velocities[v] = Vec4(Vec3(motion.velocity + glm::cross(motion.spin, arm)), 0);
    }
  }
}

}  // namespace raycloth
