// `raycloth compare`: what app/run/compare.h prints, and a picture and a video of both sides.
#pragma once

#include <filesystem>

#include "app/run/compare.h"
#include "app/video/recorder.h"
#include "app/view/windowless/drawing.h"

namespace raycloth {

struct CompareDrawnOptions : CompareOptions {
  std::filesystem::path picture;  // PNG after the last frame, A left and B right; empty: none
  PictureSize picture_size{};
  VideoOptions video;    // of every frame, likewise
  float divider = 0.5f;  // where A ends and B begins, 0 to 1 of the width
  DrawnOptions drawn;    // both
};

/// Returns as compare() does. Throws InputError before the first frame where they cannot be written.
int compare_drawn(CompareDrawnOptions options);

}  // namespace raycloth
