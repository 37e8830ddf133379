// The objects of a model as the sweep wants them, for tests of it.
#pragma once

#include <vector>

#include "collision/scene.h"
#include "sim/model/model.h"

namespace raycloth::cpu {

/// All cloth that moves and collides with itself, `half_thickness` m thick on each side.
inline std::vector<CollisionObject> sweep_objects(const Model& model, float half_thickness) {
  std::vector<CollisionObject> objects;
  for (const ModelObject& o : model.objects) {
    CollisionObject object{};
    object.kind = o.kind;
    object.moves = object.yields = object.deforms = object.self_collision = 1;
    object.first_vertex = o.vertices.begin;
    object.vertices = o.vertices.size();
    object.first_triangle = o.triangles.begin;
    object.triangles = o.triangles.size();
    object.half_thickness = half_thickness;
    object.most_factor = 1;
    objects.push_back(object);
  }
  return objects;
}

}  // namespace raycloth::cpu
