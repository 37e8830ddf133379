#include "app/view/drawables.h"

#include <cmath>

#include "sim/scene/document.h"

namespace raycloth {

namespace {

/// Metres per unit of u and of v: the mean over the triangles, by area.
Vec2 metres_per_unit(const Mesh& mesh, const Model& model, const ModelObject& object) {
  double area = 0, along_u = 0, along_v = 0;
  for (int i = object.triangles.begin; i < object.triangles.end; ++i) {
    const Int3 t = model.triangles[i];
    const auto uv = [&](int v) { return mesh.uvs[model.source_vertex[v]]; };
    const Vec3 a(model.positions[t.x]), p = Vec3(model.positions[t.y]) - a, q = Vec3(model.positions[t.z]) - a;
    const Vec2 s = uv(t.y) - uv(t.x), r = uv(t.z) - uv(t.x);
    const float determinant = s.x * r.y - r.x * s.y, size = glm::length(glm::cross(p, q));
    if (determinant == 0 || !std::isfinite(determinant)) continue;
    area += size;
    along_u += size * glm::length((r.y * p - s.y * q) / determinant);
    along_v += size * glm::length((s.x * q - r.x * p) / determinant);
  }
  return area > 0 ? Vec2(along_u / area, along_v / area) : Vec2(1);
}

}  // namespace

std::vector<Vec3> material_positions(const Scene& scene, const Model& model) {
  std::vector<Vec3> result(model.positions.begin(), model.positions.end());
  for (size_t i = 0; i < model.objects.size(); ++i) {
    const ModelObject& object = model.objects[i];
    const Mesh& mesh = scene.objects[i].mesh;
    if (mesh.uvs.empty() || object.kind != ObjectKind::cloth) continue;
    const Vec2 scale = metres_per_unit(mesh, model, object);
    for (int v = object.vertices.begin; v < object.vertices.end; ++v)
      result[v] = Vec3(scale * mesh.uvs[model.source_vertex[v]], 0);
  }
  return result;
}

DrawableScene make_drawable_scene(const Scene& from, const Model& model) {
  DrawableScene scene;
  scene.material_positions = material_positions(from, model);
  scene.rest_positions = model.positions;
  scene.thickness_factors = model.thickness_factors;
  for (const ModelObject& object : model.objects) {
    const std::span<const Int3> all(model.triangles);
    scene.surfaces.push_back(
        {all.subspan(object.triangles.begin, object.triangles.size()), object.color, object.kind != ObjectKind::solid});
  }
  if (!model.ground.empty()) scene.ground_height = model.ground.front().height;
  scene.hidden = hidden_objects(from.document);
  return scene;
}

std::vector<float> half_thicknesses(const Model& model, std::span<const Material> materials) {
  std::vector<float> result;
  for (size_t i = 0; i < materials.size(); ++i)
    result.push_back(model.objects[i].kind == ObjectKind::solid ? 0.0f : materials[i].half_thickness);
  return result;
}

DrawableState make_drawable_state(Simulation& simulation) {
  return {simulation.positions(), simulation.normals(), half_thicknesses(simulation.model(), materials_of(simulation))};
}

DrawableState make_drawable_state(const Frame& frame) {
  return {frame.positions, frame.normals, half_thicknesses(frame.opened->model, frame.materials)};
}

std::vector<float> frame_heat(Heat heat, const Frame& frame, const Model& model, std::span<const Vec4> twin,
                              std::span<const float> factors) {
  if (heat == Heat::off || (heat == Heat::speed && frame.velocities.empty())) return {};
  if (kHeats[static_cast<int>(heat)].of_comparison && twin.empty()) return {};
  return heat_values(
      heat, {model, frame.positions, frame.velocities, frame.contacts, frame.materials, twin, frame.impulses, factors});
}

}  // namespace raycloth
