// Paths in a scene file, which are seen from its folder, as they are seen from another. Know nothing else of scenes.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace raycloth {

/// A text that is a path; anything else stays.
void move_path(nlohmann::ordered_json& json, const std::filesystem::path& from, const std::filesystem::path& to);

/// Every path of an object: its mesh, and the files of its motion.
void move_paths_of_object(nlohmann::ordered_json& object, const std::filesystem::path& from,
                          const std::filesystem::path& to);

}  // namespace raycloth
