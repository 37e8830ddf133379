#include "app/run/scene_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <sstream>
#include <string_view>

#include "device/error.h"
#include "sim/model/pins.h"
#include "sim/scene/fabrics.h"
#include "sim/text.h"

namespace raycloth {
namespace {

/// As it is written.
float material_value(const MaterialWord& word, std::string_view text, const std::string& assignment) {
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && value >= word.min && value <= word.max) return value;
  throw InputError("--set " + assignment + ": " + word.key + " takes " +
                   printed("a number from %g to %g %s", word.min, word.max, word.unit));
}

MaterialWord material_word(std::string_view key, const std::string& assignment) {
  if (const auto word = find_material_word(key)) return *word;
  throw InputError("--set " + assignment + ": no material property '" + std::string(key) + "'; there are " +
                   joined(material_list(), [](const MaterialInfo& row) { return row.key; }));
}

/// Of the object called `target`, or of every cloth.
bool is_target(const SceneObject& object, std::string_view target) {
  return object.name == target || (target == "cloth" && object.kind == ObjectKind::cloth);
}

void check_found(bool found, const Scene& scene, std::string_view target, const std::string& assignment) {
  check(found, "--set " + assignment + ": no object '" + std::string(target) + "'; there are cloth, " +
                   joined(scene.objects, [](const SceneObject& object) { return object.name; }));
}

void set_fabric(Scene& scene, std::string_view target, std::string_view name, const std::string& assignment) {
  const Fabric* fabric = find_fabric(name);
  check(fabric, "--set " + assignment + ": no fabric '" + std::string(name) + "'; there are " +
                    joined(fabric_list(), [](const Fabric& other) { return other.name; }));
  bool found = false;
  for (SceneObject& object : scene.objects) {
    if (!is_target(object, target)) continue;
    for (const auto& [info, value] : fabric->values)
      check_owner("--set " + assignment, object.name, matter_of(object.kind, object.motion.kind), *info);
    put(*fabric, object.material);
    found = true;
  }
  check_found(found, scene, target, assignment);
}

/// Sets one property of the object called `target`, or of every cloth when target is "cloth".
void set_material(Scene& scene, std::string_view target, std::string_view key, std::string_view value,
                  const std::string& assignment) {
  const MaterialWord word = material_word(key, assignment);
  bool found = false;
  for (SceneObject& object : scene.objects) {
    if (!is_target(object, target)) continue;
    check_owner("--set " + assignment, object.name, matter_of(object.kind, object.motion.kind), *word.info);
    object.material.*word.info->member = word.value(material_value(word, value, assignment));
    found = true;
  }
  check_found(found, scene, target, assignment);
  if (word.meaning)
    scene.warnings.push_back("--set " + assignment + ": " + word.news(material_value(word, value, assignment)));
}

/// Object names may hold dots, property names never do, so the last dot before '=' divides them.
void assign(Scene& scene, const std::string& assignment) {
  const std::string_view text = assignment;
  const size_t equals = text.find('=');
  check(equals != text.npos && equals > 0, "--set " + assignment + ": write key=value, for example substeps=12");
  const std::string_view key = text.substr(0, equals), value = text.substr(equals + 1);
  const size_t dot = key.rfind('.');
  if (dot == key.npos) {
    set(scene.settings, key, value);
  } else if (key.substr(dot + 1) == "fabric") {
    set_fabric(scene, key.substr(0, dot), value, assignment);
  } else {
    set_material(scene, key.substr(0, dot), key.substr(dot + 1), value, assignment);
  }
}

/// "flag:0,8": these vertices of a cloth, by number in its file, and no others; "flag:none". Returns which object.
int pin(Scene& scene, const std::string& text) {
  const size_t colon = text.rfind(':');
  check(colon != text.npos && colon > 0 && colon + 1 < text.size(),
        "--pins " + text + ": write OBJECT:NUMBER,NUMBER or OBJECT:none, for example sheet:0,50");
  const std::string name = text.substr(0, colon), numbers = text.substr(colon + 1);
  const auto object = std::ranges::find(scene.objects, name, &SceneObject::name);
  check(object != scene.objects.end() && object->kind == ObjectKind::cloth,
        "--pins " + text + ": no cloth '" + name + "'; there are " +
            joined(scene.objects, [](const SceneObject& other) { return other.name; }));
  object->pins = {};
  const int index = static_cast<int>(object - scene.objects.begin());
  if (numbers == "none") return index;
  std::istringstream stream(numbers);
  for (std::string word; std::getline(stream, word, ',');) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    check(error == std::errc() && end == word.data() + word.size() && number >= 0,
          "--pins " + text + ": found '" + word + "', expected the number of a vertex, from 0");
    object->pins.numbers.push_back(number);
  }
  return index;
}

}  // namespace

void apply(const Overrides& overrides, Scene& scene) {
  if (!overrides.ray_tracer.empty()) {
    set(scene.settings, "rigid_tracer", overrides.ray_tracer);
    set(scene.settings, "deformable_tracer", overrides.ray_tracer);
  }
  if (!overrides.inversion.empty()) set(scene.settings, "inversion", overrides.inversion);
  if (!overrides.reprojection.empty()) set(scene.settings, "reprojection", overrides.reprojection);
  for (const std::string& assignment : overrides.set) assign(scene, assignment);
  for (const std::string& text : overrides.pins) pin(scene, text);
  validate(scene.settings);
}

std::vector<int> pins_said(const std::vector<std::string>& pins, Scene scene, const Model& model) {
  std::vector<int> pinned = model.pins;
  for (const std::string& text : pins) {
    const int object = pin(scene, text);
    const Range range = model.objects[object].vertices;
    std::erase_if(pinned, [&](int v) { return range.begin <= v && v < range.end; });
    const std::vector<int> chosen = chosen_vertices(model, object, scene.objects[object].pins);
    pinned.insert(pinned.end(), chosen.begin(), chosen.end());
  }
  std::ranges::sort(pinned);
  return pinned;
}

Scene prepare_scene(const SceneOptions& options) {
  Scene scene = load_scene(options.files, options.as);
  apply(options.objects, scene);
  apply(options, scene);
  print_warnings(scene);
  return scene;
}

void print_warnings(const Scene& scene) {
  for (const std::string& warning : scene.warnings) std::fprintf(stderr, "raycloth: warning: %s\n", warning.c_str());
}

}  // namespace raycloth
