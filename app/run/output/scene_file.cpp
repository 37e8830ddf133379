#include "app/run/output/scene_file.h"

#include <algorithm>
#include <optional>

#include "sim/model/pins.h"
#include "sim/scene/save.h"

namespace raycloth {

namespace {

/// By number in the object's file, ascending; nothing where its scene file chooses the same ones by their places.
std::optional<std::vector<int>> pins_to_save(const Scene& scene, const Model& model, int object) {
  const VertexSelection& said = scene.objects[object].pins;
  const Range range = model.objects[object].vertices;
  std::vector<int> present;
  for (const int v : pinned_vertices(model))
    if (v >= range.begin && v < range.end) present.push_back(v);
  const bool cloth = model.objects[object].kind == ObjectKind::cloth;
  if (!cloth || (said.by_place() && chosen_vertices(model, object, said) == present)) return {};
  for (int& v : present) v = model.file_vertex[v];
  std::ranges::sort(present);
  return present;
}

}  // namespace

std::string scene_text(const Scene& scene, const Simulation& simulation, const std::filesystem::path& file) {
  std::vector<std::optional<std::vector<int>>> pins;
  for (size_t i = 0; i < scene.objects.size(); ++i)
    pins.push_back(pins_to_save(scene, simulation.model(), static_cast<int>(i)));
  return edited_scene(scene, simulation.settings(), materials_of(simulation), pins,
                      std::filesystem::absolute(file).parent_path());
}

}  // namespace raycloth
