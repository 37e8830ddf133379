// The column that holds the tabs: beside the picture, where its inner border can be dragged, or over it, where it can
// be moved and made larger. A grip at its head takes it from one to the other.
#pragma once

#include <functional>

#include "app/panels/panel_state.h"

namespace raycloth {

/// Begins the window of the column, with its grip; what is drawn until end_column() is in it.
void begin_column(PanelState& state, float scale);
void end_column(PanelState& state, float scale);

/// After a tab of the bar was drawn: dragged out of the bar, it becomes a window; a right click offers it.
void offer_taking_out(PanelState& state, Tab tab, float scale);

/// Windows of tabs that were taken out: `draw` fills them.
void draw_taken_out(PanelState& state, float scale, const std::function<void(Tab)>& draw);

}  // namespace raycloth
