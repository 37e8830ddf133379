// Parts of the table that stand in files of their own. For command_table.cpp alone.
#pragma once

#include "app/commands/commands.h"

namespace raycloth {

void add_objects(std::vector<UserCommand>& list);
void add_tools(std::vector<UserCommand>& list);

}  // namespace raycloth
