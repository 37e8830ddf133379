#include "app/run/object_options.h"

#include <algorithm>
#include <functional>
#include <sstream>

#include "app/run/becoming.h"
#include "app/run/option_words.h"
#include "app/run/output/scene_file.h"
#include "device/error.h"
#include "sim/mesh/sequence.h"
#include "sim/mesh/stroke.h"
#include "sim/model/cuts.h"
#include "sim/scene/brush.h"
#include "sim/scene/document.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr float kFarthest = 1000;  // m
const std::vector<std::string> kCutKeys = {"path", "along"};
constexpr const char* kName = "an object's name";

int object_of(const Scene& scene, const OptionWords& words) {
  const auto found = std::ranges::find(scene.objects, words.subject(), &SceneObject::name);
  check(found != scene.objects.end(), words.where() + ": no object '" + words.subject() + "'; there are " +
                                          joined(scene.objects, [](const SceneObject& o) { return o.name; }));
  return static_cast<int>(found - scene.objects.begin());
}

const Becoming& becoming_of(const OptionWords& words, const Becoming& usual) {
  if (!words.has("as")) return usual;
  const auto found = std::ranges::find(kBecomings, words.text("as"), &Becoming::name);
  if (found == std::end(kBecomings))
    words.refuse("as", "one of " + joined(kBecomings, [](const Becoming& b) { return b.name; }));
  return *found;
}

/// As the animation of its file says: the one that is said, else its first.
void animate(const OptionWords& words, const std::vector<std::string>& animations, NewObject& object) {
  if (animations.empty()) words.refuse("as", "another word: " + words.subject() + " has no animation that moves it");
  if (animations.size() > 1) object.animation = animations.front();
  if (words.has("animation")) object.animation = words.text("animation");
}

/// `center`: what it is turned about and made larger from, m; it goes with the place.
void put_placement(const OptionWords& words, Vec3 center, Placement& placement) {
  if (words.has("scale")) {
    const float factor = words.number("scale", 1e-6f, 1e6f);
    placement = enlarged(placement, placement.fit ? factor : factor / placement.scale.x, center);
  }
  if (words.has("turn")) placement = with_angles(placement, words.vector("turn", -360, 360), center);
  if (words.has("at")) placement.translation = words.vector("at", -kFarthest, kFarthest);
}

NewSheet sheet_of(const OptionWords& words) {
  NewSheet sheet;
  if (words.has("size")) sheet.size = words.pair("size", NewSheet::kSmallest, NewSheet::kLargest);
  if (!words.has("cells")) return sheet;
  const Vec2 cells = words.pair("cells", 1, NewSheet::kMostCells);
  sheet.cells = Int2(cells);
  if (Vec2(sheet.cells) != cells) words.refuse("cells", "two whole numbers");
  return sheet;
}

std::string added(const Scene& scene, const OptionWords& words) {
  const bool is_sheet = words.subject() == "sheet";
  check(is_sheet || is_mesh_file(words.subject()),
        words.where() + ": found '" + words.subject() +
            "', expected a mesh first (.obj, .glb or .gltf), a scene (.json), or "
            "the word sheet");
  const std::vector<std::string> animations = is_sheet ? std::vector<std::string>() : animations_of(words.subject());
  const Becoming& what = becoming_of(words, is_sheet ? kAsCloth : animations.empty() ? kAsSolid : kAsMoving);
  NewObject object{words.subject(), {}, what.kind, what.motion, {}, {}, {}};
  const bool moves = what.motion == MotionKind::kinematic;
  if (moves) animate(words, animations, object);
  if (!moves && words.has("animation")) words.refuse("animation", "as=moving beside it");
  for (const char* key : {"size", "cells"})
    if (words.has(key) && !is_sheet) words.refuse(key, "the word sheet before it, not a file");
  if (is_sheet && what.kind == ObjectKind::solid) words.refuse("as", "cloth or shell of a sheet");
  if (is_sheet) object.sheet = sheet_of(words);
  object.name = words.has("name") ? words.text("name") : free_name(scene, object.mesh.stem().string());
  if (words.has("fit")) object.placement.fit = words.number("fit", 0.001f, kFarthest);
  if (words.has("up")) object.placement.up = words.text("up")[0];
  if (words.has("half_thickness")) object.half_thickness = words.number("half_thickness", 0.0001f, 0.05f);
  if (words.has("color")) object.color = words.vector("color", 0, 1);
  put_placement(words, Vec3(0), object.placement);
  return with_object(scene.document, scene.path, object);
}

/// `notes`: what it says and is left out, appended.
std::string merged(const Scene& scene, const OptionWords& words, std::vector<std::string>& notes) {
  check(!words.has_any(),
        words.where() + ": found words after a scene, expected none: its objects stay as they are there");
  const Scene other = load_scene({words.subject()});
  const Merged merged = with_objects_of(other, scene, scene.settings, scene.document);
  if (!merged.left_out.empty()) notes.push_back(words.subject() + ": added without its " + merged.left_out);
  return merged.document;
}

/// Pins and attachments that are chosen by place stay with the vertices that they chose.
std::string placed(const Scene& scene, const OptionWords& words) {
  const int index = object_of(scene, words);
  Placement placement = scene.objects[index].placement;
  put_placement(words, bounds(scene.objects[index].mesh).center(), placement);
  const Model model = build_model(scene);
  return with_placement(scene.document, index, placement, chosen_of(model, index, model.pins));
}

std::string looked(const Scene& scene, const OptionWords& words) {
  const int index = object_of(scene, words);
  const std::vector<uint8_t> hidden = hidden_objects(scene.document);
  Look look{words.subject(), build_model(scene).objects[index].color, hidden[index] != 0};
  if (words.has("name")) look.name = words.text("name");
  if (words.has("color")) look.color = words.vector("color", 0, 1);
  if (words.has("hidden")) look.hidden = words.flag("hidden");
  return with_look(scene.document, index, look);
}

std::string painted(const Scene& scene, const OptionWords& words) {
  const int index = object_of(scene, words);
  const SceneObject& object = scene.objects[index];
  if (!words.has("at")) throw InputError(words.where() + ": where? Write at=x,y,z");
  Brush brush{words.has("radius") ? words.number("radius", 0.001f, 100) : Brush{}.radius,
              words.has("factor") ? words.number("factor", kThinnestFactor, kThickestFactor) : Brush{}.factor,
              words.has("strength") ? words.number("strength", 0, 1) : 1};
  std::vector<float> factors = object.thickness_map;
  factors.resize(object.mesh.positions.size(), 1);
  dab(factors, object.mesh.positions, words.vector("at", -kFarthest, kFarthest), brush);
  return with_thickness(scene.document, index, factors_of_file(object.mesh, factors));
}

/// All of its layers under the line; parallel light, from outside of it.
Stroke stroke_of(const OptionWords& words, const Mesh& mesh) {
  const Vec3 along = words.has("along") ? words.vector("along", -1000, 1000) : Vec3(0, -1, 0);
  if (glm::length(along) == 0) words.refuse("along", "a direction");
  const Vec3 direction = glm::normalize(along);
  const Bounds box = bounds(mesh);
  std::vector<Vec3> places = words.vectors("path", -kFarthest, kFarthest);
  Stroke stroke{{}, places.size() > 3 && places.front() == places.back()};
  if (stroke.closed) places.pop_back();
  for (const Vec3& at : places) {
    const float back = glm::length(box.size()) + glm::distance(box.center(), at);
    stroke.rays.push_back({at - back * direction, direction});
  }
  return stroke;
}

/// The cuts of `object`, whose mesh is at present as `mesh`, and the one that is said.
std::vector<Cut> cuts_said(const OptionWords& words, const SceneObject& object, const Mesh& mesh) {
  if (!words.has("path")) throw InputError(words.where() + ": where? Write path=x,y,z x,y,z");
  const Cut found =
      cut_along(stroke_of(words, mesh), object.mesh, mesh.positions, [](const Vec3&, const Vec3&) { return true; });
  check(!found.paths.empty(), words.where() + ": cuts nothing, expected a path that crosses two edges of it or more");
  std::vector<Cut> cuts = object.cut.cuts;
  cuts.push_back(found);
  return cuts;
}

std::string cut(const Scene& scene, const OptionWords& words) {
  const int index = object_of(scene, words);
  const std::vector<Cut> cuts = cuts_said(words, scene.objects[index], scene.objects[index].mesh);
  const Model next = with_cuts(build_model(scene), index, cuts);
  return with_cuts_of(next, index, next.pins, scene.document);
}

/// With the option in front of what is said of it.
void change(Scene& scene, const std::string& option, const std::string& text, std::vector<std::string> keys,
            const std::function<std::string(const Scene&, const OptionWords&)>& how) {
  const OptionWords words(option, text, std::move(keys), option == "add" ? "a file, or sheet" : kName);
  try {
    scene = read_document(how(scene, words), scene.path);
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw InputError(what.starts_with("--") ? what : words.where() + ": " + what);
  }
}

}  // namespace

void apply(const ObjectOptions& options, Scene& scene) {
  for (const std::string& text : options.remove)
    change(scene, "remove", text, {},
           [](const Scene& s, const OptionWords& words) { return without_object(s.document, object_of(s, words)); });
  std::vector<std::string> notes;
  for (const std::string& text : options.add)
    change(scene, "add", text,
           {"as", "name", "at", "turn", "scale", "fit", "up", "half_thickness", "color", "size", "cells", "animation"},
           [&](const Scene& s, const OptionWords& words) {
             return ending_of(words.subject()) == ".json" ? merged(s, words, notes) : added(s, words);
           });
  for (const std::string& text : options.place) change(scene, "place", text, {"at", "turn", "scale"}, placed);
  for (const std::string& text : options.look) change(scene, "look", text, {"name", "color", "hidden"}, looked);
  for (const std::string& text : options.paint)
    change(scene, "paint", text, {"at", "radius", "factor", "strength"}, painted);
  for (const std::string& text : options.cut) change(scene, "cut", text, kCutKeys, cut);
  scene.warnings.insert(scene.warnings.end(), notes.begin(), notes.end());
}

ObjectCuts with_cut(const std::string& text, const Model& model, std::span<const Vec4> positions) {
  const OptionWords words("cut", text, kCutKeys, kName);
  const int index = object_of(*model.scene, words);
  check(model.objects[index].kind == ObjectKind::cloth, words.where() + ": found no cloth, expected one");
  Mesh mesh = model.scene->objects[index].mesh;
  mesh.positions = present_mesh(model, index, positions);
  return {index, cuts_said(words, model.scene->objects[index], mesh)};
}

}  // namespace raycloth
