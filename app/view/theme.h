// How everything that Dear ImGui draws looks: panels, and what is written over the scene.
#pragma once

#include "app/view/window_look.h"

namespace raycloth {

/// Colours, font and spacing, between two frames; after it, the backend needs the font's picture again. `scale`: of
/// letters and lengths, what the display asks for included.
void apply_theme(Theme theme, float scale);

/// As it was applied last.
Theme present_theme();

}  // namespace raycloth
