#include "sim/scene/json/paths_json.h"

#include <nlohmann/json.hpp>
#include <string>

namespace raycloth {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void move_path(Json& json, const fs::path& from, const fs::path& to) {
  if (json.is_string()) json = fs::proximate(fs::absolute(from / json.get<std::string>()), fs::absolute(to)).string();
}

void move_paths_of_object(Json& object, const fs::path& from, const fs::path& to) {
  if (object.contains("mesh")) move_path(object["mesh"], from, to);
  if (!object.contains("motion") || !object["motion"].contains("sequence")) return;
  Json& files = object["motion"]["sequence"]["files"];
  move_path(files, from, to);
  if (files.is_array())
    for (Json& file : files) move_path(file, from, to);
}

}  // namespace raycloth
