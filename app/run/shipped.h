// The scenes that come with the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace raycloth {

/// Files of the asset folder, by name; none where there is no such folder.
std::vector<std::filesystem::path> shipped_scenes();

bool is_shipped(const std::filesystem::path& scene);

/// A scene's picture in assets/thumbnails (scripts/make_thumbnails), 16 to 10; it need not be there.
std::filesystem::path thumbnail_of(const std::filesystem::path& shipped_scene);

/// What a scene file says of itself, in a line; empty where it says nothing or is none.
std::string description_of(const std::filesystem::path& scene);

}  // namespace raycloth
