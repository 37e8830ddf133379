#include "app/run/shipped.h"

#include <algorithm>

#include "app/run/build_info.h"
#include "device/error.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

fs::path scene_folder() {
  try {
    return asset_directory() / "scenes";
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::vector<fs::path> shipped_scenes() {
  std::vector<fs::path> files;
  std::error_code none;  // without the folder the list is empty
  for (const fs::directory_entry& entry : fs::directory_iterator(scene_folder(), none))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace raycloth
