// Dear ImGui without a window: into the picture that is the OpenGL context's target.
#pragma once

#include <functional>

struct ImDrawList;

namespace raycloth {

/// One frame, in a look of its own whether or not there are panels, of width by height pixels, in which `draw` draws
/// all there is.
void draw_without_window(int width, int height, const std::function<void(ImDrawList&)>& draw);

}  // namespace raycloth
