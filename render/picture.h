// A picture of a scene in a PNG file, drawn offscreen: no window and no display is needed.
#pragma once

#include <filesystem>

#include "render/drawable.h"

namespace raycloth {

struct PictureInput {
  DrawableScene scene;
  DrawableState state;
  CameraView camera;
};

/// Throws std::runtime_error with one line where it cannot.
void render_picture(const PictureInput& input, const std::filesystem::path& png, int width, int height);

}  // namespace raycloth
