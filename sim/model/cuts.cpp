#include "sim/model/cuts.h"

#include <algorithm>

#include "device/error.h"
#include "sim/model/pins.h"
#include "sim/scene/cuts.h"

namespace raycloth {
namespace {

/// Vertices by their numbers, in place of what chose them.
VertexSelection numbered(const Model& model, std::span<const int> vertices) {
  VertexSelection selection;
  for (const int v : vertices) selection.numbers.push_back(model.file_vertex[v]);
  return selection;
}

void put_present_pins(const Model& model, Scene& scene) {
  const std::vector<int>& pinned = model.pins;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].kind != ObjectKind::cloth) continue;
    const Range range = model.objects[i].vertices;
    const auto begin = std::ranges::lower_bound(pinned, range.begin), end = std::ranges::lower_bound(pinned, range.end);
    scene.objects[i].pins = numbered(model, {begin, end});
  }
}

/// In the order of the object's mesh.
std::vector<Vec4> by_mesh(const Model& model, const Range& range, std::span<const Vec4> values) {
  std::vector<Vec4> ordered(range.size());
  for (int v = range.begin; v < range.end; ++v) ordered[model.source_vertex[v]] = values[v];
  return ordered;
}

/// How many vertices of an object both models have. In its mesh those of later cuts come after them.
int common_vertices(const Model& from, const Model& to, size_t object) {
  const CutHistory &before = from.scene->objects[object].cut, &after = to.scene->objects[object].cut;
  const auto common = static_cast<std::ptrdiff_t>(common_cuts(before.cuts, after.cuts));
  int count = from.objects[object].vertices.size();
  for (const std::vector<Birth>& cut : std::span(before.births).subspan(common)) count -= static_cast<int>(cut.size());
  return count;
}

void grow(std::vector<Vec4>& values, std::span<const std::vector<Birth>> births) {
  for (const std::vector<Birth>& cut : births)
    for (const Birth& birth : cut) values.push_back(value_at(birth, values));
}

Scene cut_scene(const Model& model, int object, const std::vector<Cut>& cuts) {
  check(model.scene != nullptr, "cuts: this model was not built of a scene");
  Scene scene = *model.scene;
  put_present_pins(model, scene);
  SceneObject& cut = scene.objects[object];
  for (AttachmentDesc& attachment : cut.attachments)
    attachment.vertices = numbered(model, chosen_vertices(model, object, attachment.vertices));
  change_cuts(cut, cuts);
  return scene;
}

}  // namespace

Model with_cuts(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Material> materials) {
  Scene scene = cut_scene(model, object, cuts);
  for (size_t i = 0; i < scene.objects.size(); ++i) scene.objects[i].material = materials[i];
  return build_model(std::make_shared<const Scene>(std::move(scene)));
}

Model with_cuts(const Model& model, int object, const std::vector<Cut>& cuts) {
  return build_model(std::make_shared<const Scene>(cut_scene(model, object, cuts)));
}

float parted(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Vec4> positions) {
  check(model.scene != nullptr, "cuts: this model was not built of a scene");
  const CutHistory& history = model.scene->objects[object].cut;
  const std::vector<Vec3> present = present_mesh(model, object, positions);
  float most = 0;
  size_t last = present.size();  // vertices of later cuts come after those of earlier ones
  for (size_t i = history.cuts.size(); i-- > common_cuts(history.cuts, cuts);) {
    const std::vector<Birth>& births = history.births[i];
    last -= births.size();
    for (size_t k = 0; k < births.size(); ++k)
      if (births[k].parts) most = std::max(most, glm::distance(present[last + k], present[births[k].from]));
  }
  return most;
}

float most_parted(const Model& model, int object) {
  constexpr float kEdges = 4;  // mean ones
  double sum = 0;
  int count = 0;
  for (size_t i = 0; i < model.edges.lengths.size(); ++i)
    if (model.edges.objects[i] == object) sum += model.edges.lengths[i], ++count;
  return count > 0 ? kEdges * static_cast<float>(sum / count) : 0;
}

bool cut_alike(const Scene* a, const Scene* b) {
  if (a == b || !a || !b) return true;
  return std::ranges::equal(a->objects, b->objects, [](const SceneObject& one, const SceneObject& other) {
    return one.cut.cuts == other.cut.cuts;
  });
}

std::vector<Vec4> carried_over(const Model& from, const Model& to, std::span<const Vec4> values) {
  std::vector<Vec4> carried(to.positions.size());
  for (size_t i = 0; i < to.objects.size(); ++i) {
    const CutHistory &before = from.scene->objects[i].cut, &after = to.scene->objects[i].cut;
    const auto common = static_cast<std::ptrdiff_t>(common_cuts(before.cuts, after.cuts));
    std::vector<Vec4> ordered = by_mesh(from, from.objects[i].vertices, values);
    ordered.resize(common_vertices(from, to, i));
    grow(ordered, std::span(after.births).subspan(common));
    const Range range = to.objects[i].vertices;
    for (int v = range.begin; v < range.end; ++v) carried[v] = ordered[to.source_vertex[v]];
  }
  return carried;
}

std::map<int, int> vertices_of_both(const Model& from, const Model& to) {
  std::map<int, int> both;
  for (size_t i = 0; i < to.objects.size(); ++i) {
    const Range before = from.objects[i].vertices, after = to.objects[i].vertices;
    std::vector<int> now(after.size());
    for (int v = after.begin; v < after.end; ++v) now[to.source_vertex[v]] = v;
    const int common = common_vertices(from, to, i);
    for (int v = before.begin; v < before.end; ++v)
      if (from.source_vertex[v] < common) both[v] = now[from.source_vertex[v]];
  }
  return both;
}

SurfacePoint carried_over(const Model& from, const Model& to, const SurfacePoint& point) {
  const Int3 t = from.triangles[point.triangle];
  const Vec3 w = point.barycentric;
  const Vec4 at = w.x * from.positions[t.x] + w.y * from.positions[t.y] + w.z * from.positions[t.z];
  return nearest_point(to, to.objects[from.triangle_object[point.triangle]].triangles, Vec3(at));
}

std::vector<Vec3> present_mesh(const Model& model, int object, std::span<const Vec4> positions) {
  const Range range = model.objects[object].vertices;
  std::vector<Vec3> present(range.size());
  for (int v = range.begin; v < range.end; ++v) present[model.source_vertex[v]] = Vec3(positions[v]);
  return present;
}

}  // namespace raycloth
