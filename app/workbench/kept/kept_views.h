// Views that a user keeps of a scene (keys F5 to F8), found again when its file is opened again: views.json of the
// state folder. Knows neither OpenGL nor the panels.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/view/camera.h"

namespace raycloth {

class KeptViews {
 public:
  static constexpr int kPlaces = 4;  // of a scene

  /// Reads what was kept; what is no such file counts as none.
  KeptViews();

  std::optional<OrbitCamera::Pose> find(const std::filesystem::path& scene, int place) const;
  /// What cannot be written is kept while the program runs: nobody is told, for it is a convenience.
  void keep(const std::filesystem::path& scene, int place, const OrbitCamera& camera);

 private:
  using Places = std::array<std::optional<OrbitCamera::Pose>, kPlaces>;
  using Scenes = std::map<std::string, Places>;  // by their files

  static Scenes read();
  void write() const;

  Scenes scenes_;
};

}  // namespace raycloth
