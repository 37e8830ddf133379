// What every command that opens a scene takes from the command line, and the scene made from it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/run/object_options.h"
#include "sim/model/model.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// Options that change a run but not which scene it is. Empty strings: as the scene says.
struct Overrides {
  DeviceChoice device = DeviceChoice::automatic;
  int threads = 0;                // 0: all
  std::string ray_tracer;         // of rigid and deformable targets alike
  std::string inversion;          // off | last-step | remembered
  std::string reprojection;       // on | off
  std::vector<std::string> set;   // "key=value", later ones win
  std::vector<std::string> pins;  // "OBJECT:NUMBER,NUMBER" or "OBJECT:none"
};

struct SceneOptions : Overrides {
  std::filesystem::path replay;              // a session; "none": not even the scene's own; empty: the scene's
  std::vector<std::filesystem::path> files;  // one .json, or one or more .obj
  LoneMesh as = LoneMesh::automatic;
  ObjectOptions objects;  // changed before the overrides
};

/// Applies `overrides` to the scene's settings, materials and pins. A key is one of setting_list(), or OBJECT.key
/// or cloth.key (every cloth) with a key of material_list(), or an older word for one, which adds a line to the scene's
/// warnings. Throws InputError naming what is wrong.
void apply(const Overrides& overrides, Scene& scene);

/// The pins of `model`, ascending, where those of the cloths that `pins` names (Overrides::pins) are others. `scene`:
/// the one that it is of. Throws InputError.
std::vector<int> pins_said(const std::vector<std::string>& pins, Scene scene, const Model& model);

/// Loads the scene that `options` names and applies its changes of objects and its overrides.
Scene prepare_scene(const SceneOptions& options);

/// Prints the scene's warnings on stderr, a line each.
void print_warnings(const Scene& scene);

}  // namespace raycloth
