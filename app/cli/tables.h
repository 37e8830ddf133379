// `raycloth handlers` and `raycloth parity`: tables over runs of one scene, without a window.
#pragma once

#include <filesystem>

#include "app/run/scene_options.h"

namespace raycloth {

struct HandlersOptions {
  SceneOptions scene;  // without a file: two_sheets_ball
  int frames = 120;
  int check_every = 10;
  std::filesystem::path json;  // empty: none
};

struct ParityOptions {
  SceneOptions scene;
  int frames = 60;
  int from = 0;  // frames that one of them runs first
};

/// Prints a line for each handler. Returns the exit code; throws InputError.
int show_handlers(const HandlersOptions& options);

/// Prints who ran, hashes and the largest deviation. Returns 0 where the bits are the same, else 1.
int show_parity(const ParityOptions& options);

}  // namespace raycloth
