// `raycloth takes`: several takes of one scene from one state or another, and a report of them, without a window.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/run/scene_options.h"
#include "app/view/windowless/drawing.h"

namespace raycloth {

/// Another way to go on, from a frame of a take before it.
struct TakeOptions : Overrides {
  std::string name, note;
  int of = 1;    // the number of that take
  int from = 0;  // its frame
};

struct TakesOptions {
  SceneOptions scene;
  int frames = 120;  // at which every take ends
  std::filesystem::path html;
  ViewChoice view;                 // of its pictures
  std::vector<std::string> texts;  // of the takes after the first, as options in quotes
  std::vector<TakeOptions> takes;  // the same, read
};

/// Runs them and writes the report. Returns the exit code; throws InputError.
int run_takes(const TakesOptions& options);

}  // namespace raycloth
