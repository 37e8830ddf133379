#include "sim/scene/scene.h"

#include <algorithm>
#include <cctype>

#include "device/error.h"
#include "sim/scene/read.h"

namespace raycloth {
namespace {

using M = Material;
constexpr MaterialInfo kMaterial[] = {
    {"half_thickness", "m", 0.0001f, 0.05f, "from the centre layer to either face", &M::half_thickness},
    {"areal_density", "kg/m^2", 0.001f, 10, "mass of the fabric", &M::areal_density},
    {"warp_compliance", "m/N", 0, 1, "how far an edge along the warp gives", &M::warp_compliance},
    {"weft_compliance", "m/N", 0, 1, "how far an edge along the weft gives", &M::weft_compliance},
    {"shear_compliance", "m/N", 0, 1, "how far an edge along the bias gives", &M::shear_compliance},
    {"bend_stiffness", "N m", 0, 0.1f, "resistance of the plate to bending", &M::bend_stiffness},
    {"stretch_damping", "s", 0, 1, "relaxation time of edges", &M::stretch_damping},
    {"bend_damping", "s", 0, 1, "relaxation time of bends", &M::bend_damping},
    {"static_friction", "", 0, 2, "what holds a contact at rest", &M::static_friction},
    {"kinetic_friction", "", 0, 2, "what brakes a sliding contact", &M::kinetic_friction},
    {"density", "kg/m^3", 1, 20000, "of a rigid or soft solid", &M::density},
    {"shape_frequency", "Hz", 0.5f, 60, "how fast a soft solid swings back to its shape", &M::shape_frequency},
    {"shape_damping", "s", 0, 1, "relaxation time of a soft solid", &M::shape_damping},
};

std::string extension(const std::filesystem::path& file) {
  std::string text = file.extension().string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::span<const MaterialInfo> material_list() { return kMaterial; }

Scene load_scene(const std::vector<std::filesystem::path>& files, LoneMesh as) {
  check(!files.empty(), "no scene: expected one .json file or one or more .obj files");
  if (files.size() == 1 && extension(files[0]) == ".json") return read_scene_file(files[0], 1);
  for (const auto& file : files)
    check(extension(file) == ".obj",
          file.string() + ": found '" + extension(file) + "', expected one .json file or one or more .obj files");
  return scene_around(files, as);
}

Scene load_scene_scaled(const std::filesystem::path& json, float sheet_factor) {
  return read_scene_file(json, sheet_factor);
}

}  // namespace raycloth
