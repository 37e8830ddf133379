// Objects that cross, looked at by the untangler alone, without a simulation.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collision/untangle/tangles.h"
#include "sim/model/model.h"

namespace raycloth::cpu {

class Crossed {
 public:
  explicit Crossed(const std::vector<SceneObject>& objects, int pairs = 100'000) {
    Scene scene;
    scene.path = "test";
    scene.objects = objects;
    for (size_t i = 0; i < objects.size(); ++i) scene.objects[i].name = std::to_string(i);
    model = build_model(scene);
    x = model.positions;
    normals.assign(x.size(), Vec4(0, 1, 0, 0));
    tangles = std::make_unique<Tangles>(view(), list_objects(), tangled);
    tangles->reserve(pairs);
  }

  TangleView look(int threads = 1) {
    Queue queue(threads);
    queue.run([&] { tangles->look(queue, true); });
    queue.synchronize();
    return tangles->view(true);
  }

  int object_of(int vertex) const { return model.vertex_object[vertex]; }

  Model model;
  std::vector<Vec4> x, normals;
  Buffer<TangledVertices> tangled = Buffer<TangledVertices>(1);
  std::unique_ptr<Tangles> tangles;

 private:
  CollisionScene view() {
    CollisionScene view{};
    view.vertices_count = static_cast<int>(x.size());
    view.triangles_count = static_cast<int>(model.triangles.size());
    view.positions = x.data();
    view.rest = model.positions.data();
    view.normals = normals.data();
    view.vertex_object = model.vertex_object.data();
    view.triangles = model.triangles.data();
    view.triangle_neighbours = model.triangle_neighbours.data();
    view.triangle_object = model.triangle_object.data();
    return view;
  }

  std::vector<CollisionObject> list_objects() const {
    std::vector<CollisionObject> objects;
    for (const ModelObject& o : model.objects) {
      CollisionObject object{};
      object.kind = o.kind;
      object.moves = object.self_collision = 1;
      object.first_vertex = o.vertices.begin;
      object.vertices = o.vertices.size();
      object.first_triangle = o.triangles.begin;
      object.triangles = o.triangles.size();
      objects.push_back(object);
    }
    return objects;
  }
};

inline SceneObject object_of(Mesh mesh, ObjectKind kind = ObjectKind::cloth) {
  SceneObject object;
  object.kind = kind;
  object.mesh = std::move(mesh);
  return object;
}

}  // namespace raycloth::cpu
