// What was fixed when the program was built: its commit, how it was compiled, and where its assets were.
#pragma once

#include <filesystem>
#include <string>

namespace raycloth {

/// Short commit hash, with "+" when the tree had changes; "unknown" when built outside git.
std::string build_commit();

/// One line: version, build type, compiler, instruction set.
std::string build_description();

/// The folder with scenes/ and meshes/: beside the executable (assets/, or ../../assets from
/// build/<preset>/), else the source tree it was built from. Throws InputError naming the places when there
/// is none.
std::filesystem::path asset_directory();

}  // namespace raycloth
