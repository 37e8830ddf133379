// Small scenes for the runner's tests, and a folder of their own to work in.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "app/run/live/live_scene.h"

namespace raycloth::test {

/// The current directory while it lives: sessions are written there.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "raycloth_run_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(path_);
  }
  ~WorkFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(path_);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_, before_;
};

/// A pinned flag over a towel over a shell: the towel falls on the shell, the flag can be pulled into it.
inline constexpr const char* kFlag = R"({
  "name": "flag",
  "settings": {"substeps": 4},
  "objects": [
    {"name": "floor", "kind": "shell", "sheet": {"size": [1, 1], "cells": [4, 4]}},
    {"name": "flag", "kind": "cloth", "sheet": {"size": [0.4, 0.3], "cells": [8, 6]}, "translate": [0, 0.1, 0],
     "pins": {"nearest": [[-0.2, 0.1, -0.15], [0.2, 0.1, -0.15]]}},
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [6, 6]}, "translate": [0, 0.02, 0]}
  ]
})";

/// An upright sheet through a level one: they cross from the first frame on.
inline constexpr const char* kCrossed = R"({
  "name": "crossed",
  "objects": [
    {"name": "level", "kind": "cloth", "sheet": {"size": [0.4, 0.4], "cells": [4, 4]},
     "pins": {"boxes": [{"min": [-1, -1, -1], "max": [1, 1, 1]}]}},
    {"name": "upright", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [2, 2]},
     "rotate": {"axis": [0, 0, 1], "degrees": 90}, "translate": [0.03, 0.01, 0.02],
     "pins": {"boxes": [{"min": [-1, -1, -1], "max": [1, 1, 1]}]}}
  ]
})";

inline LoadedScene load(const std::filesystem::path& file) {
  Scene scene = load_scene({file});
  Authored authored(scene);
  return {std::move(scene), std::move(authored)};
}

inline constexpr int kThreads = 1;  // of the simulation; the runner, the askers and the referee have others

inline LiveOptions on_one_thread() { return {DeviceChoice::cpu, kThreads, {}}; }

}  // namespace raycloth::test
