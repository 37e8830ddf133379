// Where a setting or a property of a material comes from: a paper with its section, or what of it is ours.
#pragma once

#include <string_view>

namespace raycloth {

/// By a key of setting_list() or material_list(); nullptr for what is neither.
const char* source_of(std::string_view key);

}  // namespace raycloth
