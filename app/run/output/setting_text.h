// A setting or a property of a material in words: what it does, its unit, range and default, and where it comes from.
// The tooltips of the window and `raycloth settings` are made of it.
#pragma once

#include <string>

#include "sim/scene/scene.h"
#include "sim/settings.h"

namespace raycloth {

struct SettingText {
  std::string key, what, range, usual, source;
};

/// `panel`: lengths in mm, as the panels show them; else SI, as `--set` takes them.
SettingText describe(const SettingInfo& row, bool panel = false);
SettingText describe(const MaterialInfo& row, bool panel = false);

/// A few lines.
std::string tooltip_text(const SettingText& text);

/// All of them, a paragraph each.
std::string settings_text();

}  // namespace raycloth
