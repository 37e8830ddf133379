// PNG files of a simulation as it stands, drawn without a window: `raycloth run --picture`, `raycloth compare
// --picture`.
#pragma once

#include <filesystem>
#include <string>

#include "app/view/windowless/drawing.h"

namespace raycloth {

/// From camera_of. Throws std::runtime_error with one line where no picture can be drawn or written.
void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const DrawnOptions& drawn = {}, PictureSize size = {});

/// Two runs of one scene from where A's camera is, A at the left. Throws likewise.
void save_pictures(Simulation& a, Simulation& b, const Scene& scene, const std::filesystem::path& png,
                   const DrawnOptions& drawn, PictureSize size, const Beside& beside);

}  // namespace raycloth
