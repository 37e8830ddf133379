// A picture of a scene in a PNG file, drawn offscreen: no window and no display is needed.
#pragma once

#include <filesystem>
#include <functional>

#include "render/drawable.h"
#include "render/line_renderer.h"

namespace raycloth {

struct PictureInput {
  DrawableScene scene;
  DrawableState state;
  CameraView camera;
  std::vector<LineLayer> lines{};
  std::function<void()> draw_over{};  // called with the finished picture as the target, sRGB as it is; empty: nothing
};

/// Throws std::runtime_error with one line where it cannot.
void render_picture(const PictureInput& input, const std::filesystem::path& png, int width, int height);

}  // namespace raycloth
