#include "app/run/shipped.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/run/build_info.h"
#include "device/error.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

fs::path asset_folder(const char* name) {
  try {
    return asset_directory() / name;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

std::vector<fs::path> shipped_scenes() {
  std::vector<fs::path> files;
  std::error_code none;  // without the folder the list is empty
  for (const fs::directory_entry& entry : fs::directory_iterator(asset_folder("scenes"), none))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

bool is_shipped(const fs::path& scene) {
  std::error_code none;
  return fs::equivalent(scene.parent_path().empty() ? "." : scene.parent_path(), asset_folder("scenes"), none);
}

fs::path thumbnail_of(const fs::path& shipped_scene) {
  return asset_folder("thumbnails") / (shipped_scene.stem().string() + ".png");
}

std::string description_of(const fs::path& scene) {
  std::ifstream in(scene);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  const auto found = json.is_object() ? json.find("description") : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace raycloth
