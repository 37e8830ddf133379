// Rigid and soft solids: what they enclose, and how they move at first.
#include "sim/model/mass_properties.h"
#include "sim/model/parts/parts.h"

namespace raycloth {

void find_bodies(const Scene& scene, Model& model) {
  model.velocities.assign(model.positions.size(), Vec4(0));
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const Motion& motion = scene.objects[i].motion;
    if (!is_body(motion.kind)) continue;
    const ModelObject& object = model.objects[i];
    const MassProperties whole = mass_properties(scene.objects[i].mesh.positions, scene.objects[i].mesh.triangles);
    model.bodies.push_back({i, motion.kind == MotionKind::rigid, whole, 0, glm::dmat3(0)});
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      const glm::dvec3 arm = glm::dvec3(model.positions[v]) - whole.centre;
      model.velocities[v] = Vec4(Vec3(motion.velocity + glm::cross(motion.spin, arm)), 0);
    }
  }
}

}  // namespace raycloth
