#include "app/view/drawables.h"

namespace raycloth {

DrawableScene make_drawable_scene(const Model& model) {
  DrawableScene scene;
  scene.rest_positions = model.positions;
  scene.thickness_factors = model.thickness_factors;
  for (const ModelObject& object : model.objects) {
    const std::span<const Int3> all(model.triangles);
    scene.surfaces.push_back(
        {all.subspan(object.triangles.begin, object.triangles.size()), object.color, object.kind != ObjectKind::solid});
  }
  if (!model.ground.empty()) scene.ground_height = model.ground.front().height;
  return scene;
}

std::vector<float> half_thicknesses(const Model& model, std::span<const Material> materials) {
  std::vector<float> result;
  for (size_t i = 0; i < materials.size(); ++i)
    result.push_back(model.objects[i].kind == ObjectKind::solid ? 0.0f : materials[i].half_thickness);
  return result;
}

DrawableState make_drawable_state(Simulation& simulation) {
  std::vector<Material> materials;
  for (size_t i = 0; i < simulation.model().objects.size(); ++i)
    materials.push_back(simulation.material(static_cast<int>(i)));
  return {simulation.positions(), simulation.normals(), half_thicknesses(simulation.model(), materials)};
}

DrawableState make_drawable_state(const Frame& frame) {
  return {frame.positions, frame.normals, half_thicknesses(frame.opened->model, frame.materials)};
}

}  // namespace raycloth
