#include "sim/scene/scene.h"

#include <algorithm>
#include <sstream>

#include "device/error.h"
#include "sim/mesh/parse.h"
#include "sim/scene/read.h"
#include "sim/scene/watch.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using M = Material;
constexpr unsigned kFabric = matter::cloth | matter::shell, kBodies = matter::rigid_solid | matter::soft_solid;
constexpr MaterialInfo kMaterial[] = {
    {"half_thickness", "m", 0.0001f, 0.05f, "from the centre layer to either face", &M::half_thickness, kFabric},
    {"areal_density", "kg/m^2", 0.001f, 10, "mass of the fabric", &M::areal_density, matter::cloth},
    {"warp_stiffness", "N/m", 1, 1e9f, "force per width and strain along the warp", &M::warp_stiffness, matter::cloth},
    {"weft_stiffness", "N/m", 1, 1e9f, "force per width and strain along the weft", &M::weft_stiffness, matter::cloth},
    {"shear_stiffness", "N/m", 0.1f, 1e9f, "shearing force per width and radian", &M::shear_stiffness, matter::cloth},
    {"tension_limit", "N/m", 1, 1e9f, "it stretches no further than this would stretch it, or 3 %", &M::tension_limit,
     matter::cloth},
    {"bend_stiffness", "N m", 0, 0.1f, "moment per width and curvature", &M::bend_stiffness, matter::cloth},
    {"bend_friction", "N", 0, 0.01f,
     "moment per width by which yarns rub when they bend, half of Kawabata's 2HB: folds stay", &M::bend_friction,
     matter::cloth},
    {"stretch_damping", "s", 0, 1, "relaxation time of stretching", &M::stretch_damping, matter::cloth},
    {"bend_damping", "s", 0, 1, "relaxation time of bends", &M::bend_damping, matter::cloth},
    {"static_friction", "", 0, 2, "what holds a contact at rest", &M::static_friction, matter::all},
    {"kinetic_friction", "", 0, 2, "what brakes a sliding contact", &M::kinetic_friction, matter::all},
    {"density", "kg/m^3", 1, 20000, "of a rigid or soft solid", &M::density, kBodies},
    {"shape_frequency", "Hz", 0.5f, 60, "how fast a soft solid swings back to its shape", &M::shape_frequency,
     matter::soft_solid},
    {"shape_damping", "s", 0, 1, "relaxation time of a soft solid", &M::shape_damping, matter::soft_solid},
};

/// Edges gave once, by m/N; a square grid of such springs has the reciprocal for its modulus along the threads and half
/// of that against shear. 0 was a fabric that gives nowhere.
float modulus(float compliance, const MaterialInfo& info) { return std::min(1 / compliance, info.max); }
float shear_modulus(float compliance, const MaterialInfo& info) { return modulus(2 * compliance, info); }

struct OldWord {
  const char *key, *unit;
  float min, max;
  const char* now;  // key of material_list()
  float (*meaning)(float written, const MaterialInfo& info);
};
constexpr OldWord kOldWords[] = {
    {"warp_compliance", "m/N", 0, 1, "warp_stiffness", modulus},
    {"weft_compliance", "m/N", 0, 1, "weft_stiffness", modulus},
    {"shear_compliance", "m/N", 0, 1, "shear_stiffness", shear_modulus},
};

const char* name_of(matter::Kind kind) {
  if (kind == matter::cloth) return "cloth";
  if (kind == matter::shell) return "a shell";
  if (kind == matter::rigid_solid) return "a rigid solid";
  return kind == matter::soft_solid ? "a soft solid" : "a solid that is neither rigid nor soft";
}

}  // namespace

std::span<const MaterialInfo> material_list() { return kMaterial; }

std::optional<MaterialWord> find_material_word(std::string_view key) {
  for (const MaterialInfo& info : kMaterial)
    if (key == info.key) return MaterialWord{info.key, info.unit, info.min, info.max, &info};
  for (const OldWord& old : kOldWords) {
    if (key != old.key) continue;
    return MaterialWord{old.key, old.unit, old.min, old.max, find_material_word(old.now)->info, old.meaning};
  }
  return std::nullopt;
}

std::string MaterialWord::news(float written) const {
  if (!meaning) return "";
  std::ostringstream text;
  text << key << ' ' << written << ' ' << unit << " is now " << info->key << ' ' << value(written) << ' ' << info->unit;
  return text.str();
}

matter::Kind matter_of(ObjectKind kind, MotionKind motion) {
  if (kind == ObjectKind::cloth) return matter::cloth;
  if (kind == ObjectKind::shell) return matter::shell;
  if (motion == MotionKind::rigid) return matter::rigid_solid;
  return motion == MotionKind::soft ? matter::soft_solid : matter::plain_solid;
}

void check_owner(const std::string& where, const std::string& name, matter::Kind kind, const MaterialInfo& info) {
  if (info.owners & kind) return;
  std::string keys;
  for (const MaterialInfo& row : kMaterial)
    if (row.owners & kind) keys += (keys.empty() ? "" : ", ") + std::string(row.key);
  throw InputError(where + ": '" + name + "' is " + name_of(kind) + " and has no " + info.key + ", only " + keys);
}

Scene load_scene(const std::vector<std::filesystem::path>& files, LoneMesh as) { return load_scene(files, as, {}); }

Scene load_scene(const std::vector<std::filesystem::path>& files, LoneMesh as, const Watch& watch) {
  const std::string expected = std::string("expected one .json file or one or more meshes (") + kMeshEndings + ")";
  check(!files.empty(), "no scene: " + expected);
  if (files.size() == 1 && ending_of(files[0]) == ".json") return read_scene_file(files[0], 1, watch);
  for (const auto& file : files)
    check(is_mesh_ending(ending_of(file)), file.string() + ": found '" + ending_of(file) + "', " + expected);
  return scene_around(files, as, watch);
}

Scene load_scene_scaled(const std::filesystem::path& json, float sheet_factor) {
  return read_scene_file(json, sheet_factor);
}

}  // namespace raycloth
