// A scene around lone meshes: they stand on the ground, and a sheet falls on them; or they are the cloth.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/scene/document.h"
#include "sim/scene/json/numbers.h"
#include "sim/scene/json/placement_json.h"
#include "sim/scene/mesh_reader.h"
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
  Placement placement;
  placement.scale = Vec3(static_cast<float>(scale));
  placement.translation = Vec3(glm::dvec3(0, height, 0) - scale * foot);
  for (SceneObject& object : objects) {
    object.placement = placement;
    place(object.mesh, matrix_of(placement, object.mesh, object.mesh.source), object.mesh.source);
  }
}

/// `side` becomes its size, m.
SceneObject falling_sheet(const Bounds& obstacles, float& side) {
  const Vec3 size = obstacles.size();
  const float wanted = kOverhang * std::max(size.x, size.z);
  const int cells = std::clamp(static_cast<int>(std::lround(wanted / kSheetEdge)), kMinCells, kMaxCells);
  side = kSheetEdge * static_cast<float>(cells);
  SceneObject sheet;
  sheet.name = "falling sheet";
  sheet.mesh = make_sheet(Vec2(side), Int2(cells));
  sheet.placement.translation = {0, obstacles.max.y + kClearance, 0};
  place(sheet.mesh, matrix_of(sheet.placement, sheet.mesh, sheet.name), sheet.name);
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
                                      std::vector<std::string>& warnings, const Watch& watch) {
  MeshReader reader(watch, meshes);
  std::vector<SceneObject> objects;
  for (const auto& file : meshes) {
    SceneObject object;
    object.mesh = reader.read(file, warnings);
    object.name = file.stem().string();
    for (const SceneObject& other : objects)
      if (other.name == object.name) object.name = file.string() + " " + std::to_string(objects.size());
    objects.push_back(std::move(object));
  }
  return objects;
}

/// The last object is a sheet where `sheet_size` is more than 0, m; the others are of `meshes`.
std::string document_of(const Scene& scene, const std::vector<std::filesystem::path>& meshes, float sheet_size) {
  nlohmann::ordered_json json;
  json["name"] = scene.name;
  json["description"] = scene.description;
  json["settings"]["contact_iterations"] = scene.settings.contact_iterations;
  json["ground"] = nlohmann::ordered_json::object();
  json["objects"] = nlohmann::ordered_json::array();
  std::string document = json.dump();
  for (size_t i = 0; i < meshes.size(); ++i) {
    const SceneObject& object = scene.objects[i];
    const bool cloth = object.kind == ObjectKind::cloth;
    document = with_object(
        document, scene.path,
        {meshes[i], object.name, cloth ? ObjectKind::cloth : ObjectKind::solid, MotionKind::fixed, object.placement,
         cloth ? std::optional(object.material.half_thickness) : std::nullopt, std::nullopt});
  }
  json = nlohmann::ordered_json::parse(document);
  if (sheet_size > 0) {
    const SceneObject& sheet = scene.objects.back();
    nlohmann::ordered_json object = {{"name", sheet.name}, {"kind", "cloth"}};
    const int cells = static_cast<int>(std::lround(sheet_size / kSheetEdge));
    object["sheet"]["size"] = {number_json(sheet_size), number_json(sheet_size)};
    object["sheet"]["cells"] = {cells, cells};
    put_placement(object, sheet.placement);
    object["material"]["half_thickness"] = number_json(sheet.material.half_thickness);
    json["objects"].push_back(object);
  }
  return json.dump(2) + "\n";
}

}  // namespace

Scene scene_around(const std::vector<std::filesystem::path>& meshes, LoneMesh as, const Watch& watch) {
  Scene scene;
  scene.settings.contact_iterations = 4;  // a sheet may slip off any mesh and fold in falling: two passes let it cross
  scene.path = meshes[0];
  scene.objects = load_objects(meshes, scene.warnings, watch);
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
  float sheet_size = 0;
  if (!is_cloth) scene.objects.push_back(falling_sheet(joint_bounds(scene.objects), sheet_size));
  scene.document = document_of(scene, meshes, sheet_size);
  return scene;
}

}  // namespace raycloth
