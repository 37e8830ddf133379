// The ways to a scene, behind load_scene: a scene file, and meshes with a scene put around them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/scene/json/json.h"
#include "sim/scene/scene.h"
#include "sim/watch.h"

namespace raycloth {

/// A scene file's text; `file` is where it is, or would be.
Scene read_scene(const std::string& text, const std::filesystem::path& file, float sheet_factor, const Watch& watch);
Scene read_scene_file(const std::filesystem::path& json, float sheet_factor, const Watch& watch = {});
Scene scene_around(const std::vector<std::filesystem::path>& meshes, LoneMesh as, const Watch& watch);

/// Parts that session files have as well: an object with keys of setting_list(), which must fit each other, and one
/// with those keys of material_list(), or older words for them, that the object of that name and kind has. What they
/// leave out stays. `news`: what became of older words, appended.
void read_settings(const JsonValue& json, Settings& settings);
void read_material(const JsonValue& json, const std::string& name, matter::Kind kind, Material& material,
                   std::vector<std::string>& news);

}  // namespace raycloth
