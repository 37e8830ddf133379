// The scenes that come with the program.
#pragma once

#include <filesystem>
#include <vector>

namespace raycloth {

/// Files of the asset folder, by name; none where there is no such folder.
std::vector<std::filesystem::path> shipped_scenes();

}  // namespace raycloth
