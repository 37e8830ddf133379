// The files that were opened last, remembered from one start to the next: a path a line in `recent` of the state
// folder.
#pragma once

#include <filesystem>
#include <vector>

namespace raycloth {

/// The newest first, absolute; those that are gone are left out. None where nothing is remembered.
std::vector<std::filesystem::path> recent_files();

/// Puts a file in front. What cannot be written is not remembered: nobody is told, for it is a convenience.
void remember_recent(const std::filesystem::path& file);

inline constexpr size_t kMostRecent = 16;

}  // namespace raycloth
