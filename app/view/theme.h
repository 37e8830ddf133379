// How everything that Dear ImGui draws looks: panels, and what is written over the scene.
#pragma once

namespace raycloth {

/// Colours, font and spacing; once, after Dear ImGui's context exists. `scale`: of the display.
void apply_theme(float scale);

}  // namespace raycloth
