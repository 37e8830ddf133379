// A window in the middle that asks something, until it is answered.
#pragma once

#include "app/panels/widgets.h"

namespace raycloth {

/// ImGui::Begin of it; ImGui::End ends it.
void begin_question(const char* title);

inline bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

}  // namespace raycloth
