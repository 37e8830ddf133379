// Scene files: JSON as assets/scene.schema.json has it, read strictly.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/scene/cuts.h"
#include "sim/scene/fabrics.h"
#include "sim/scene/json/json.h"
#include "sim/scene/json/motion_json.h"
#include "sim/scene/json/placement_json.h"
#include "sim/scene/mesh_reader.h"
#include "sim/scene/object.h"
#include "sim/scene/read.h"
#include "sim/scene/thickness.h"
#include "sim/scene/watch.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::string number_or_text(const JsonValue& value) {
  const auto& json = value.json();
  if (json.is_string()) return value.text();
  if (json.is_boolean()) return value.flag() ? "on" : "off";
  if (json.is_number()) return json.dump();
  value.refuse("a number, a text, true or false, or three numbers");
}

}  // namespace

void read_settings(const JsonValue& json, Settings& settings) {
  for (const auto& [key, value] : json.members()) {
    std::string text;
    if (value.json().is_array())
      for (const JsonValue& item : value.items()) text += number_or_text(item) + " ";
    else
      text = number_or_text(value);
    if (!text.empty() && text.back() == ' ') text.pop_back();
    try {
      set(settings, key, text);
    } catch (const InputError& error) {
      throw InputError(json.place() + "/" + error.what());
    }
  }
  try {
    validate(settings);
  } catch (const InputError& error) {
    throw InputError(json.place() + "/" + error.what());
  }
}

namespace {

/// A fabric by its name.
void read_fabric(const JsonValue& json, const std::string& name, matter::Kind kind, Material& material) {
  const Fabric* fabric = find_fabric(json.text());
  if (!fabric) json.refuse("one of " + joined(fabric_list(), [](const Fabric& f) { return f.name; }));
  for (const auto& [info, value] : fabric->values) check_owner(json.place(), name, kind, *info);
  put(*fabric, material);
}

}  // namespace

void read_material(const JsonValue& json, const std::string& name, matter::Kind kind, Material& material,
                   std::vector<std::string>& news) {
  if (json.json().is_string()) return read_fabric(json, name, kind, material);
  if (const auto fabric = json.find("fabric")) read_fabric(*fabric, name, kind, material);
  for (const auto& [key, value] : json.members()) {
    if (key == "fabric") continue;
    const auto word = find_material_word(key);
    check(word.has_value(), value.place() + ": unknown key, expected one of " +
                                joined(material_list(), [](const MaterialInfo& i) { return i.key; }));
    check_owner(value.place(), name, kind, *word->info);
    check(key == word->info->key || !json.find(word->info->key),
          value.place() + ": an older word for " + word->info->key + ", which is there as well: expected one of them");
    const float written = value.number(word->min, word->max);
    material.*(word->info->member) = word->value(written);
    if (word->meaning) news.push_back(word->news(written));
  }
}

namespace {

Ground read_ground(const JsonValue& json) {
  json.allow({"height", "static_friction", "kinetic_friction"});
  Ground ground;
  if (const auto v = json.find("height")) ground.height = v->number(-kMaxDistance, kMaxDistance);
  if (const auto v = json.find("static_friction")) ground.static_friction = v->number(0, 2);
  if (const auto v = json.find("kinetic_friction")) ground.kinetic_friction = v->number(0, 2);
  return ground;
}

Camera read_camera(const JsonValue& json) {
  json.allow({"eye", "target"});
  return {json.at("eye").vec3(-kMaxDistance, kMaxDistance), json.at("target").vec3(-kMaxDistance, kMaxDistance)};
}

Mesh read_sheet(const JsonValue& json, float factor) {
  json.allow({"size", "cells"});
  const auto pair = [&](const char* key) {
    const JsonValue value = json.at(key);
    if (value.items().size() != 2) value.refuse("two numbers, along x and z");
    return value.items();
  };
  const auto size = pair("size"), cells = pair("cells");
  const auto scaled = [&](const JsonValue& v) {
    return std::max(1, static_cast<int>(std::lround(static_cast<float>(v.whole(1, NewSheet::kMostCells)) * factor)));
  };
  const auto meters = [](const JsonValue& v) { return v.number(NewSheet::kSmallest, NewSheet::kLargest); };
  return make_sheet({meters(size[0]), meters(size[1])}, {scaled(cells[0]), scaled(cells[1])});
}

std::filesystem::path mesh_file(const JsonValue& mesh) {
  return std::filesystem::path(mesh.file()).parent_path() / mesh.text();
}

/// Of all objects, as far as they name one.
std::vector<std::filesystem::path> mesh_files(const JsonValue& objects) {
  std::vector<std::filesystem::path> files;
  for (const JsonValue& object : objects.items())
    if (const nlohmann::json& mesh = object.json();
        mesh.is_object() && mesh.contains("mesh") && mesh["mesh"].is_string())
      files.push_back(mesh_file(object.at("mesh")));
  return files;
}

Mesh read_mesh(const JsonValue& json, float sheet_factor, MeshReader& reader, std::vector<std::string>& warnings) {
  const auto mesh = json.find("mesh"), sheet = json.find("sheet");
  check(mesh.has_value() != sheet.has_value(), json.place() + ": expected either 'mesh' or 'sheet'");
  if (sheet) return read_sheet(*sheet, sheet_factor);
  try {
    return reader.read(mesh_file(*mesh), warnings);
  } catch (const InputError& error) {
    throw InputError(mesh->place() + ": " + error.what());
  }
}

/// `nearest`, `boxes` and `vertices`, which pins and attachments share.
VertexSelection read_selection(const JsonValue& json) {
  VertexSelection selection;
  if (const auto nearest = json.find("nearest"))
    for (const JsonValue& point : nearest->items())
      selection.nearest.push_back(point.vec3(-kMaxDistance, kMaxDistance));
  if (const auto boxes = json.find("boxes"))
    for (const JsonValue& box : boxes->items()) {
      box.allow({"min", "max"});
      selection.boxes.push_back(
          {box.at("min").vec3(-kMaxDistance, kMaxDistance), box.at("max").vec3(-kMaxDistance, kMaxDistance)});
    }
  constexpr int kMostVertices = 1'000'000'000;
  if (const auto numbers = json.find("vertices"))
    for (const JsonValue& number : numbers->items()) selection.numbers.push_back(number.whole(0, kMostVertices));
  check(selection.by_place() || !selection.numbers.empty(),
        json.place() + ": chooses nothing, expected points in 'nearest', boxes in 'boxes' or numbers in 'vertices'");
  return selection;
}

AttachmentDesc read_attachment(const JsonValue& json) {
  json.allow({"target", "nearest", "boxes", "vertices", "compliance"});
  AttachmentDesc attachment{json.at("target").text(), read_selection(json)};
  if (const auto v = json.find("compliance")) attachment.compliance = v->number(0, 1);
  return attachment;
}

/// What a file tells of itself while its objects are read.
struct Notes {
  std::vector<std::string> warnings, news;  // news: of older words
};

/// One line of all that is new to a file, each once.
void warn_of_news(const std::string& file, std::vector<std::string> news, std::vector<std::string>& warnings) {
  std::sort(news.begin(), news.end());
  news.erase(std::unique(news.begin(), news.end()), news.end());
  if (!news.empty()) warnings.push_back(file + ": older words: " + joined(news));
}

/// Where nothing is said of it.
void choose_thickness(SceneObject& object, Notes& notes) {
  const Mesh* layers[] = {&object.mesh};
  const float wanted = object.material.half_thickness;
  const std::string chosen = fit_thickness(object, layers);
  if (object.material.half_thickness != wanted) notes.warnings.push_back(object.name + ": chosen: " + chosen);
}

/// Before what is said of its vertices by number: a map of its thickness, pins and attachments are of what is cut.
void cut(SceneObject& object, const JsonValue& json) {
  const std::vector<Cut> cuts = read_cuts(json);
  try {
    change_cuts(object, cuts);
  } catch (const InputError& error) {
    throw InputError(json.place() + ": " + error.what());
  }
}

SceneObject read_object(const JsonValue& json, float sheet_factor, MeshReader& reader, Notes& notes) {
  json.allow({"name", "kind", "mesh", "sheet", "scale", "fit", "up", "rotate", "translate", "motion", "color", "hidden",
              "material", "cuts", "thickness_map", "self_collision", "pins", "attachments"});
  if (const auto v = json.find("hidden")) v->flag();  // of pictures: document.h
  SceneObject object;
  object.name = json.at("name").text();
  object.kind = static_cast<ObjectKind>(json.at("kind").word(kKindNames));
  object.mesh = read_mesh(json, sheet_factor, reader, notes.warnings);
  object.placement = read_placement(json);
  const glm::dmat4 placement = matrix_of(object.placement, object.mesh, json.place());
  place(object.mesh, placement, json.place());
  if (const auto v = json.find("motion")) {
    const auto mesh = json.find("mesh");
    object.motion = read_motion(*v, object, placement, mesh ? mesh_file(*mesh) : std::filesystem::path());
  }
  if (const auto v = json.find("color")) object.color = v->vec3(0, 1);
  if (const auto v = json.find("self_collision")) object.self_collision = v->flag();
  settle_kind(object, notes.warnings);
  check(object.kind == ObjectKind::solid || !is_body(object.motion.kind),
        json.place() + "/motion: found a shell or a surface that is not closed, expected a closed solid to be " +
            kMotionNames[static_cast<int>(object.motion.kind)]);
  const matter::Kind matter = matter_of(object.kind, object.motion.kind);
  const auto material = json.find("material");
  if (object.kind == ObjectKind::cloth &&
      !(material && material->json().is_object() && material->find("half_thickness")))
    choose_thickness(object, notes);
  if (material) read_material(*material, object.name, matter, object.material, notes.news);
  if (const auto v = json.find("cuts")) cut(object, *v);
  if (const auto v = json.find("thickness_map")) object.thickness_map = read_thickness_map(*v, object);
  if (const auto v = json.find("pins")) {
    v->allow({"nearest", "boxes", "vertices"});
    object.pins = read_selection(*v);
  }
  if (const auto v = json.find("attachments"))
    for (const JsonValue& item : v->items()) object.attachments.push_back(read_attachment(item));
  return object;
}

void check_names(const JsonValue& json, const std::vector<SceneObject>& objects) {
  const auto count = [&](const std::string& name) {
    return std::count_if(objects.begin(), objects.end(), [&](const SceneObject& o) { return o.name == name; });
  };
  const auto items = json.items();
  for (size_t i = 0; i < objects.size(); ++i) {
    if (count(objects[i].name) != 1) items[i].at("name").refuse("a name that no other object has");
    for (const AttachmentDesc& attachment : objects[i].attachments)
      check(count(attachment.target) == 1 && attachment.target != objects[i].name,
            items[i].place() + "/attachments: found target '" + attachment.target +
                "', expected the name of another object");
  }
}

}  // namespace

Scene read_scene(const std::string& text, const std::filesystem::path& file, float sheet_factor, const Watch& watch) {
  const nlohmann::json parsed = parse_json(text, file.string());
  const JsonValue json(parsed, file.string());
  json.allow({"$schema", "name", "description", "settings", "ground", "camera", "session", "objects"});
  Scene scene;
  scene.path = file;
  scene.document = text;
  scene.name = file.stem().string();
  if (const auto v = json.find("name")) scene.name = v->text();
  if (const auto v = json.find("description")) scene.description = v->text();
  if (const auto v = json.find("settings")) read_settings(*v, scene.settings);
  if (const auto v = json.find("ground")) scene.ground = read_ground(*v);
  if (const auto v = json.find("camera")) scene.camera = read_camera(*v);
  if (const auto v = json.find("session")) scene.session = file.parent_path() / v->text();
  const JsonValue objects = json.at("objects");
  Notes notes;
  MeshReader reader(watch, mesh_files(objects));
  for (const JsonValue& item : objects.items()) scene.objects.push_back(read_object(item, sheet_factor, reader, notes));
  check(!scene.objects.empty(), objects.place() + ": found none, expected at least one object");
  check_names(objects, scene.objects);
  scene.warnings = std::move(notes.warnings);
  warn_of_news(file.string(), std::move(notes.news), scene.warnings);
  return scene;
}

Scene read_scene_file(const std::filesystem::path& file, float sheet_factor, const Watch& watch) {
  return read_scene(read_json_text(file.string()), file, sheet_factor, watch);
}

Scene read_document(const std::string& document, const std::filesystem::path& path) {
  return read_document(document, path, {});
}

Scene read_document(const std::string& document, const std::filesystem::path& path, const Watch& watch) {
  return read_scene(document, path, 1, watch);
}

}  // namespace raycloth
