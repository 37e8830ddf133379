// Small widgets the panels share: a row is a label at the left and an editor that fills the rest.
#pragma once

#include <cstdint>
#include <string>

#include <imgui.h>

namespace raycloth {

/// The label of a row; the next widget fills the rest of the line. `help` shows while the mouse is over it.
void row_label(const char* label, const char* help = nullptr);

/// What a quantity row shows: the bounds, the default (far below the upper bound: the slider is logarithmic)
/// and the unit, all SI. Lengths ("m") are shown in millimetres.
struct QuantityInfo {
  const char* unit;
  float min, max, usual;
  const char* help;
};

/// A slider; ctrl+click to type. True when changed.
bool quantity_row(const char* label, float& value, const QuantityInfo& info);

/// "push_out_speed" -> "push out speed"
std::string spoken(const char* key);

ImVec4 im_color(uint32_t rgba);

inline const ImVec4 kWarningText{0.95f, 0.75f, 0.35f, 1}, kErrorText{1.0f, 0.45f, 0.40f, 1};
inline const ImVec4 kFaintText{0.58f, 0.62f, 0.68f, 1};

}  // namespace raycloth
