#include "app/workbench/kept/kept_views.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/run/output/whole_file.h"
#include "app/run/user/folders.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path file() { return state_folder().empty() ? fs::path() : state_folder() / "views.json"; }

std::string key_of(const fs::path& scene) {
  std::error_code none;
  return fs::weakly_canonical(fs::absolute(scene, none), none).string();
}

Json to_json(const std::optional<OrbitCamera::Pose>& pose) {
  if (!pose) return nullptr;
  return {{"target", {pose->target.x, pose->target.y, pose->target.z}},
          {"yaw", pose->yaw},
          {"pitch", pose->pitch},
          {"distance", pose->distance},
          {"orthographic", pose->orthographic}};
}

std::optional<OrbitCamera::Pose> pose_of(const Json& json) {
  if (json.is_null()) return {};
  const auto number = [](const Json& value) {
    const float found = value.get<float>();
    if (!std::isfinite(found)) throw std::domain_error("a number that is none");
    return found;
  };
  const Json& target = json.at("target");
  return OrbitCamera::Pose{{number(target.at(0)), number(target.at(1)), number(target.at(2))},
                           number(json.at("yaw")),
                           number(json.at("pitch")),
                           number(json.at("distance")),
                           json.at("orthographic").get<bool>()};
}

}  // namespace

KeptViews::KeptViews() : scenes_(read()) {}

std::optional<OrbitCamera::Pose> KeptViews::find(const fs::path& scene, int place) const {
  const auto found = scenes_.find(key_of(scene));
  return found == scenes_.end() ? std::nullopt : found->second[place];
}

void KeptViews::keep(const fs::path& scene, int place, const OrbitCamera& camera) {
  for (const auto& [other, places] : read())  // another window may have kept some since
    if (other != key_of(scene)) scenes_[other] = places;
  scenes_[key_of(scene)][place] = camera.pose();
  try {
    write();
  } catch (const std::exception&) {  // a full or read-only disk
  }
}

KeptViews::Scenes KeptViews::read() {
  Scenes scenes;
  std::ifstream in(file());
  if (!in) return scenes;
  try {
    const Json json = Json::parse(in);
    for (const auto& [scene, views] : json.items())
      for (int i = 0; i < kPlaces; ++i) scenes[scene][i] = pose_of(views.at(i));
  } catch (const std::exception&) {  // written by hand
    return {};
  }
  return scenes;
}

void KeptViews::write() const {
  if (file().empty()) return;
  Json json = Json::object();
  for (const auto& [scene, places] : scenes_)
    for (const std::optional<OrbitCamera::Pose>& pose : places) json[scene].push_back(to_json(pose));
  fs::create_directories(state_folder());
  WholeFile whole(file());
  whole.stream() << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
  whole.commit();
}

}  // namespace raycloth
