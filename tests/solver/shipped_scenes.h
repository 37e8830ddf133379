// The scenes that ship, found by looking, and what the tests measure on them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sim/model/crossings.h"
#include "tests/collision/scenes.h"

namespace raycloth::scenes {

inline std::filesystem::path scene_file(const std::string& name) {
  return std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/scenes" / (name + ".json");
}

inline std::vector<std::string> shipped_scenes() {
  std::vector<std::string> names;
  const auto folder = std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/scenes";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Those with sheets, which load_scene_scaled can make small; meshes have the size that they have. Only looks for the
/// word, as it runs in front of every test.
inline std::vector<std::string> sheet_scenes() {
  std::vector<std::string> names = shipped_scenes();
  std::erase_if(names, [](const std::string& name) {
    std::ifstream file(scene_file(name));
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return text.find("\"sheet\"") == std::string::npos;
  });
  return names;
}

/// For INSTANTIATE_TEST_SUITE_P.
inline std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }

inline size_t count_crossings(Simulation& simulation) {
  return crossings(simulation.positions(), simulation.model()).size();
}

}  // namespace raycloth::scenes
