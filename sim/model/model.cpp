#include "sim/model/model.h"

#include "sim/model/masses.h"
#include "sim/model/order.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

Vec3 centroid(const Mesh& mesh, const Int3& t) {
  return (mesh.positions[t.x] + mesh.positions[t.y] + mesh.positions[t.z]) / 3.0f;
}

/// Appends an object's vertices and triangles along the space-filling curve.
void append(const SceneObject& object, Model& model) {
  const int index = static_cast<int>(model.objects.size());
  const int first_vertex = static_cast<int>(model.positions.size());
  const int first_triangle = static_cast<int>(model.triangles.size());
  const Mesh& mesh = object.mesh;

  std::vector<int> renamed(mesh.positions.size());
  for (const int v : curve_order(mesh.positions)) {
    renamed[v] = static_cast<int>(model.positions.size());
    model.positions.push_back(Vec4(mesh.positions[v], 0));
    model.vertex_object.push_back(index);
    model.source_vertex.push_back(v);
    model.thickness_factors.push_back(object.thickness_map.empty() ? 1 : object.thickness_map[v]);
  }
  std::vector<Vec3> centroids;
  for (const Int3& t : mesh.triangles) centroids.push_back(centroid(mesh, t));
  for (const int i : curve_order(centroids)) {
    const Int3& t = mesh.triangles[i];
    model.triangles.push_back({renamed[t.x], renamed[t.y], renamed[t.z]});
    model.triangle_object.push_back(index);
  }
  model.objects.push_back({object.name,
                           object.kind,
                           {first_vertex, static_cast<int>(model.positions.size())},
                           {first_triangle, static_cast<int>(model.triangles.size())},
                           object.material,
                           object.color,
                           object.self_collision,
                           !object.thickness_map.empty(),
                           object.motion.kind});
}

}  // namespace

Model build_model(const Scene& scene) {
  Model model;
  for (const SceneObject& object : scene.objects) append(object, model);
  find_motions(scene, model);
  find_adjacency(model);
  find_bodies(scene, model);
  find_masses(model);
  pin_vertices(scene, model);
  find_edges(scene, model);
  find_quads(model);
  find_tethers(model);
  find_attachments(scene, model);
  if (scene.ground) model.ground.push_back(*scene.ground);
  return model;
}

}  // namespace raycloth
