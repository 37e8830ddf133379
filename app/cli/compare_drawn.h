// `raycloth compare`: what app/run/compare.h prints, and a picture of both sides.
#pragma once

#include <filesystem>

#include "app/run/compare.h"
#include "app/view/windowless/drawing.h"

namespace raycloth {

struct CompareDrawnOptions : CompareOptions {
  std::filesystem::path picture;  // PNG after the last frame, A left and B right; empty: none
  PictureSize picture_size{};
  DrawnOptions drawn;
};

/// Returns as compare() does. Throws InputError before the first frame where the picture cannot be written.
int compare_drawn(CompareDrawnOptions options);

}  // namespace raycloth
