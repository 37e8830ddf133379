// Small widgets the panels share: a row is a label at the left and an editor that fills the rest.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <imgui.h>

#include "app/view/theme.h"
#include "sim/text.h"

namespace raycloth {

/// Tells the widget map, where there is one, that the last item is called so.
void note_item(const std::string& name);
/// Likewise, of one that reaches over its column of a table.
void note_row(const std::string& name);

/// Under the mouse, over the last item.
void tell(const char* help);

/// Until the next call, the widget that is called so, where it is seen, is typed into; else it is brought into sight.
/// The name is emptied when that is done. nullptr: none.
void set_wish(std::string* name);
/// The last item is called so as well, for set_wish() alone; `id`: Dear ImGui's, where the item is one of several.
void offer_item(const std::string& name, ImGuiID id = 0);
/// Of the first number of a row of them.
ImGuiID first_of_row(const char* label);

// Dear ImGui's, and noted under what is seen of their labels.
bool button(const char* label, ImVec2 size = {});
bool small_button(const char* label);
bool checkbox(const char* label, bool* value, const char* help = nullptr);  // help under the mouse
bool selectable(const char* label, bool chosen = false);
bool wrapped_selectable(const char* label, bool chosen = false);  // in as many lines as it needs

/// An eye, open or shut, that a click turns. True when it was clicked.
bool eye_button(const std::string& name, bool open, float size);

/// The next item goes on in this line where there is room for it, else in the next.
void flow(float width);
void flow_text(const char* label);    // the width of these words
void flow_button(const char* label);  // of a button with them

/// The label of a row; the next widget fills the rest of the line. `help` shows while the mouse is over it.
void row_label(const char* label, const char* help = nullptr);

/// What a quantity row shows: the bounds, the default (far below the upper bound: the slider is logarithmic)
/// and the unit, all SI. Lengths ("m") are shown in millimetres.
struct QuantityInfo {
  const char* unit;
  float min, max, usual;
  const char* help;
};

/// ImGui::Begin, of a window that lies over others: with a border. ImGui::End ends it.
void begin_over(const char* title, bool* open = nullptr, ImGuiWindowFlags flags = 0);

/// A slider; ctrl+click to type. True when changed.
bool quantity_row(const char* label, float& value, const QuantityInfo& info);

/// As much of a text as fits, and dots.
std::string shortened(const std::string& text, float width);

/// A path in what is left of the line: the end that fits, and the whole under the mouse.
void path_text(const std::string& path);

/// What is doubtful about a file, each in as many lines as it needs.
void draw_warnings(std::span<const std::string> warnings);

/// One of several words, in a list that opens. True when changed.
bool choice_field(const char* name, int& value, std::span<const char* const> words);

/// A text field that fills what is left of the line but for `right` pixels; `name` is of the widget map. A click
/// chooses all that is in it. True after Return.
float room_beside(const char* button);  // what a field leaves for a button on its line
bool text_field(const char* name, const char* hint, std::span<char> text, float right = 0);

ImVec4 im_color(uint32_t rgba);

/// A colour of letters that can be read in every theme.
struct ThemeColor {
  ImVec4 dark, light;

  operator ImVec4() const { return present_theme() == Theme::light ? light : dark; }
};
inline const ThemeColor kWarningText{{0.95f, 0.75f, 0.35f, 1}, {0.60f, 0.38f, 0.0f, 1}};
inline const ThemeColor kErrorText{{1.0f, 0.45f, 0.40f, 1}, {0.76f, 0.12f, 0.08f, 1}};
inline const ThemeColor kGoodText{{0.50f, 0.85f, 0.50f, 1}, {0.10f, 0.48f, 0.14f, 1}};
inline const ThemeColor kFaintText{{0.58f, 0.62f, 0.68f, 1}, {0.38f, 0.41f, 0.46f, 1}};

/// In as many lines as it needs.
void wrapped(const ImVec4& color, const std::string& text);

}  // namespace raycloth
