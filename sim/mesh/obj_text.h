// What an OBJ parser lets pass silently: numbers that are none, corners that point nowhere. Checked on the
// text, because only there lines have numbers. Knows nothing of what the file describes.
#pragma once

#include <string>
#include <string_view>

#include "sim/watch.h"

namespace raycloth {

/// Throws InputError "NAME:LINE: ..." for a vertex that is not three finite numbers and for a face whose
/// corners are not vertices of the file. Throws Cancelled where `watch` says so.
void check_obj_text(std::string_view text, const std::string& name, const Watch& watch = {});

}  // namespace raycloth
