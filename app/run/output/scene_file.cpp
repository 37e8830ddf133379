#include "app/run/output/scene_file.h"

#include <algorithm>
#include <optional>

#include "sim/model/pins.h"
#include "sim/scene/brush.h"
#include "sim/scene/save.h"

namespace raycloth {
namespace {

std::vector<int> pins_of_object(const Model& model, int object, std::span<const int> pins) {
  const Range range = model.objects[object].vertices;
  std::vector<int> present;
  for (const int v : pins)
    if (v >= range.begin && v < range.end) present.push_back(v);
  return present;
}

/// By number in the object's file, ascending.
std::vector<int> numbers_of(const Model& model, std::vector<int> vertices) {
  for (int& v : vertices) v = model.file_vertex[v];
  std::ranges::sort(vertices);
  return vertices;
}

/// Nothing where the scene's file chooses the same ones by their places.
std::optional<std::vector<int>> pins_to_save(const Scene& scene, const Model& model, int object,
                                             std::span<const int> pins) {
  const VertexSelection& said = scene.objects[object].pins;
  const std::vector<int> present = pins_of_object(model, object, pins);
  const bool cloth = model.objects[object].kind == ObjectKind::cloth;
  if (!cloth || (said.by_place() && chosen_vertices(model, object, said) == present)) return {};
  return numbers_of(model, present);
}

}  // namespace

std::string scene_text(const Scene& scene, const Model& model, const Present& present,
                       const std::filesystem::path& file) {
  std::vector<std::optional<std::vector<int>>> pins;
  for (size_t i = 0; i < scene.objects.size(); ++i)
    pins.push_back(pins_to_save(scene, model, static_cast<int>(i), present.pins));
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  std::string text = edited_scene(scene, present.settings, present.materials, pins, folder);
  for (size_t i = 0; i < scene.objects.size(); ++i) text = with_cuts_of(model, static_cast<int>(i), present.pins, text);
  return text;
}

std::string scene_text(const Scene& scene, const Simulation& simulation, const std::filesystem::path& file) {
  const std::vector<Material> materials = materials_of(simulation);
  return scene_text(scene, simulation.model(), {simulation.settings(), materials, simulation.model().pins}, file);
}

std::string with_cuts_of(const Model& model, int object, std::span<const int> pins, const std::string& document) {
  const SceneObject& cut = model.scene->objects[object];
  if (cut.kind != ObjectKind::cloth) return document;
  return with_cuts(document, object, cut.cut.cuts, chosen_of(model, object, pins),
                   factors_of_file(cut.mesh, cut.thickness_map));
}

Chosen chosen_of(const Model& model, int object, std::span<const int> pins) {
  Chosen chosen;
  chosen.pins = numbers_of(model, pins_of_object(model, object, pins));
  for (const AttachmentDesc& attachment : model.scene->objects[object].attachments)
    chosen.attachments.push_back(numbers_of(model, chosen_vertices(model, object, attachment.vertices)));
  return chosen;
}

}  // namespace raycloth
