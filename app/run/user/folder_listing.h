// What a folder holds, as a browser of files lists it. Knows no panels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace raycloth {

struct FolderListing {
  std::filesystem::path folder;             // absolute
  std::vector<std::string> folders, files;  // names, without those that begin with a dot; "a" beside "A"
  std::string trouble;                      // why it cannot be read; empty: it could
};

/// All folders in it, and the files that are wanted.
FolderListing list_folder(const std::filesystem::path& folder, bool (*wanted)(const std::filesystem::path& file));

}  // namespace raycloth
