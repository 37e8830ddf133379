// Objects that move along keyframes and shapes: their shapes in the model's order, and where they begin.
#include <algorithm>

#include "sim/model/parts/parts.h"

namespace raycloth {
namespace {

std::vector<Vec3> in_model_order(const std::vector<Vec3>& shape, const Model& model, const Range& vertices) {
  std::vector<Vec3> ordered;
  for (int v = vertices.begin; v < vertices.end; ++v) ordered.push_back(shape[model.source_vertex[v]]);
  return ordered;
}

}  // namespace

void find_motions(const Scene& scene, Model& model) {
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const SceneObject& object = scene.objects[i];
    if (object.motion.kind != MotionKind::kinematic) continue;
    const Range vertices = model.objects[i].vertices;
    KinematicObject moving{i, object.motion};
    ShapeSequence& sequence = moving.motion.sequence;
    if (sequence.shapes.empty()) {
      sequence.shapes.push_back(object.mesh.positions);
      sequence.times.push_back(0);
    }
    for (std::vector<Vec3>& shape : sequence.shapes) shape = in_model_order(shape, model, vertices);

    const Pose pose = pose_at(moving.motion, 0);
    const glm::dvec3 pivot(moving.motion.pivot);
    for (int k = 0; k < vertices.size(); ++k) {
      const glm::dvec3 a(sequence.shapes[pose.shape][k]), b(sequence.shapes[pose.next_shape][k]);
      const glm::dvec3 shape = a + (b - a) * pose.share;
      const glm::dvec3 place = pose.rotation * (shape - pivot) + pivot + pose.translation;
      model.positions[vertices.begin + k] = Vec4(Vec3(place), 0);
    }
    model.kinematic.push_back(std::move(moving));
  }
}

}  // namespace raycloth
