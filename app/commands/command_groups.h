// Parts of the table of commands that have files of their own. Knows what commands.h knows, and GLFW's names of keys.
#pragma once

#include <GLFW/glfw3.h>

#include "app/commands/commands.h"

namespace raycloth {

constexpr int kCtrl = GLFW_MOD_CONTROL, kShift = GLFW_MOD_SHIFT;

// app/commands/work_commands.cpp: takes, tables, crossings
void add_takes(std::vector<UserCommand>& list);
void add_tables(std::vector<UserCommand>& list);
void add_crossings(std::vector<UserCommand>& list);

// app/commands/file_commands.cpp: opened, saved, recorded, exported
void add_files(std::vector<UserCommand>& list);

// app/commands/object_commands.cpp: objects, thickness, wind
void add_objects(std::vector<UserCommand>& list);
void add_tools(std::vector<UserCommand>& list);

// app/commands/field_commands.cpp: numbers and words to type
void add_fields(std::vector<UserCommand>& list);

// app/commands/view_commands.cpp: what the picture shows, and from where
void add_view(std::vector<UserCommand>& list);
void add_quality(std::vector<UserCommand>& list);
void add_camera(std::vector<UserCommand>& list);

// app/commands/layout_commands.cpp: where panels are and how they look
void add_layout(std::vector<UserCommand>& list);

/// -1: none, and a message says so.
int chosen_object(const Desk& desk);

/// Something of the view that is on or off.
inline auto flip(bool ViewOptions::*option) {
  return [option](const Desk& desk) { desk.workbench.view.*option = !(desk.workbench.view.*option); };
}

}  // namespace raycloth
