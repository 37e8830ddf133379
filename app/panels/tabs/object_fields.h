// Fields for where an object is, and for the chosen object of the scene.
#pragma once

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// Rows of numbers. `angles` keeps what is typed until the field is left. True when changed.
bool draw_placement(Placement& placement, Vec3 center, std::optional<Vec3>& angles);

/// An eye that hides an object, or shows it again.
void draw_eye(Workbench& workbench, int object, float size);

/// Name, colour, place and what else can be done with the object that is chosen; nothing where none is.
void draw_chosen_object(Workbench& workbench, PanelState& state);

}  // namespace raycloth
