// A scene around lone meshes: they stand on the ground, and a sheet falls on them; or they are the cloth.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "sim/scene/object.h"
#include "sim/scene/read.h"

namespace raycloth {
namespace {

constexpr float kSmallest = 0.2f, kLargest = 3.0f;  // m: a mesh whose longest side lies between is in metres
constexpr float kFitted = 1.0f;                     // m: and what the others are fitted to
constexpr float kClearance = 0.05f;                 // m, from the obstacles up to the sheet
constexpr float kDropHeight = 0.3f;                 // m, from the ground up to falling cloth
constexpr float kSheetEdge = 0.015f;                // m: three times its half thickness, so that folds have room
constexpr float kSheetThickness = 0.005f;           // m
constexpr float kOverhang = 1.7f;                   // the sheet's side over the obstacles'
constexpr int kMinCells = 24, kMaxCells = 96;       // of the sheet, per side

Bounds joint_bounds(const std::vector<SceneObject>& objects) {
  Bounds all = bounds(objects[0].mesh);
  for (const SceneObject& object : objects) {
    const Bounds one = bounds(object.mesh);
    all.min = glm::min(all.min, one.min);
    all.max = glm::max(all.max, one.max);
  }
  return all;
}

/// Meshes named together keep their places to each other: one scale and one translation for all, that puts
/// them on the ground around the origin, `height` above it.
void stand_on_ground(std::vector<SceneObject>& objects, float height, std::vector<std::string>& warnings) {
  const Bounds box = joint_bounds(objects);
  const glm::dvec3 low(box.min), high(box.max), size = high - low;
  const double longest = std::max({size.x, size.y, size.z});
  double scale = 1;
  if (longest > 0 && (longest < kSmallest || longest > kLargest)) {
    scale = kFitted / longest;
    std::ostringstream text;
    text << objects[0].mesh.source << ": longest side " << longest << " m, fitted to " << kFitted << " m";
    warnings.push_back(text.str());
  }
  const glm::dvec3 foot(0.5 * (low.x + high.x), low.y, 0.5 * (low.z + high.z));
  for (SceneObject& object : objects)
    for (Vec3& p : object.mesh.positions) p = Vec3(scale * (glm::dvec3(p) - foot) + glm::dvec3(0, height, 0));
}

SceneObject falling_sheet(const Bounds& obstacles) {
  const Vec3 size = obstacles.size();
  const float wanted = kOverhang * std::max(size.x, size.z);
  const int cells = std::clamp(static_cast<int>(std::lround(wanted / kSheetEdge)), kMinCells, kMaxCells);
  const float side = kSheetEdge * static_cast<float>(cells);
  SceneObject sheet;
  sheet.name = "falling sheet";
  sheet.mesh = make_sheet(Vec2(side), Int2(cells));
  for (Vec3& p : sheet.mesh.positions) p.y = obstacles.max.y + kClearance;
  sheet.material.half_thickness = kSheetThickness;
  return sheet;
}

/// Thicknesses that fit the meshes, and one line that says all that was chosen.
void settle_cloth(std::vector<SceneObject>& objects, const Settings& settings, std::vector<std::string>& warnings) {
  std::vector<const Mesh*> layers;
  for (const SceneObject& object : objects) layers.push_back(&object.mesh);
  std::string text = "chosen:";
  for (SceneObject& object : objects) {
    object.kind = ObjectKind::cloth;
    object.material.half_thickness = kSheetThickness;
    text += " " + object.name + "." + fit_thickness(object, layers) + ",";
  }
  text += " substeps=" + std::to_string(settings.substeps);
  text += ", contact_iterations=" + std::to_string(settings.contact_iterations);
  warnings.push_back(text);
}

std::vector<SceneObject> load_objects(const std::vector<std::filesystem::path>& meshes,
                                      std::vector<std::string>& warnings) {
  std::vector<SceneObject> objects;
  for (const auto& file : meshes) {
    SceneObject object;
    object.mesh = load_mesh(file, warnings);
    object.name = file.stem().string();
    for (const SceneObject& other : objects)
      if (other.name == object.name) object.name = file.string() + " " + std::to_string(objects.size());
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace

Scene scene_around(const std::vector<std::filesystem::path>& meshes, LoneMesh as) {
  Scene scene;
  scene.settings.contact_iterations = 4;  // a sheet may slip off any mesh and fold in falling: two passes let it cross
  scene.path = meshes[0];
  scene.objects = load_objects(meshes, scene.warnings);
  scene.name = scene.objects[0].name;
  scene.ground = Ground{};
  const bool is_cloth = as == LoneMesh::cloth;
  stand_on_ground(scene.objects, is_cloth ? kDropHeight : 0, scene.warnings);
  if (is_cloth) settle_cloth(scene.objects, scene.settings, scene.warnings);
  for (SceneObject& object : scene.objects) {
    if (!is_cloth) object.kind = ObjectKind::solid;
    settle_kind(object, scene.warnings);
  }
  scene.description = is_cloth ? scene.name + " falls as cloth" : "a sheet falls on " + scene.name;
  if (!is_cloth) scene.objects.push_back(falling_sheet(joint_bounds(scene.objects)));
  return scene;
}

}  // namespace raycloth
