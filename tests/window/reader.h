// Reads what Dear ImGui is about to draw as a person would: runs of letters with their places, and whether any of them
// is cut off. Asks the draw lists, so it sees text whoever wrote it.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <string>
#include <vector>

namespace raycloth::reader {

/// Letters on one line, as far as they are seen.
struct Line {
  std::string text;
  ImRect box;                   // pixels, of what is seen
  std::string window;           // empty: behind or before all windows
  const void* layer = nullptr;  // the list that it is drawn with
  bool cut = false;             // letters are missing a part, or more, at a side
};

inline const ImFontGlyph* glyph_at(const ImFont& font, ImRect uv, bool& whole) {
  constexpr float kNear = 1e-5f;
  for (const ImFontGlyph& glyph : font.Glyphs) {
    const bool inside = uv.Min.x >= glyph.U0 - kNear && uv.Max.x <= glyph.U1 + kNear && uv.Min.y >= glyph.V0 - kNear &&
                        uv.Max.y <= glyph.V1 + kNear;
    if (!inside || glyph.U1 <= glyph.U0) continue;
    whole = uv.Min.x <= glyph.U0 + kNear && uv.Max.x >= glyph.U1 - kNear;  // below and above, scrolling may cut
    return &glyph;
  }
  return nullptr;
}

inline const ImGuiWindow* window_of(const ImDrawList* list) {
  for (const ImGuiWindow* window : GImGui->Windows)
    if (window->DrawList == list) return window;
  return nullptr;
}

class Reading {
 public:
  Reading() {
    for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i) read(*ImGui::GetDrawData()->CmdLists[i]);
  }
  const std::vector<Line>& runs() const { return runs_; }
  bool says(const std::string& text) const {
    for (const Line& run : runs_)
      if (run.text.find(text) != run.text.npos) return true;
    return false;
  }

 private:
  void read(const ImDrawList& list) {
    begin();
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned at = command.IdxOffset; at + 5 < command.IdxOffset + command.ElemCount; at += 3) {
        const ImDrawIdx* index = &list.IdxBuffer[static_cast<int>(at)];
        const bool quad = index[1] == index[0] + 1 && index[2] == index[0] + 2 && index[3] == index[0] &&
                          index[4] == index[2] && index[5] == index[0] + 3;
        if (quad && add_quad(list, command, &list.VtxBuffer[static_cast<int>(index[0] + command.VtxOffset)]))
          at += 3;
        else
          begin();
      }
  }

  /// What comes next is other words: between those of two widgets, their shapes are drawn.
  void begin() { last_x_ = -1; }

  bool add_quad(const ImDrawList& list, const ImDrawCmd& command, const ImDrawVert* corner) {
    const ImRect uv(corner[0].uv, corner[2].uv);
    if (uv.GetWidth() <= 0 || uv.GetHeight() <= 0) return false;  // no letter: one colour
    bool whole = true;
    const ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];
    const ImFontGlyph* glyph = glyph_at(font, uv, whole);
    if (!glyph) return false;
    const ImRect clip(command.ClipRect);
    ImRect box(corner[0].pos, corner[2].pos);
    if (box.Max.y < clip.Min.y || box.Min.y > clip.Max.y) return true;  // scrolled out of sight
    const bool cut = !whole || box.Min.x < clip.Min.x - 1 || box.Max.x > clip.Max.x + 1;
    box.ClipWith(clip);
    add_letter(list, static_cast<char>(glyph->Codepoint), box, cut);
    return true;
  }

  void add_letter(const ImDrawList& list, char letter, ImRect box, bool cut) {
    const float size = ImGui::GetIO().Fonts->Fonts[0]->FontSize;
    const bool goes_on = last_x_ >= 0 && runs_.back().layer == &list && box.Min.x > last_x_ - 0.2f * size &&
                         box.Min.x < last_x_ + 0.7f * size && box.Min.y < runs_.back().box.Max.y + 0.4f * size &&
                         box.Max.y > runs_.back().box.Min.y - 0.4f * size;
    if (!goes_on) {
      const ImGuiWindow* window = window_of(&list);
      runs_.push_back({"", box, window ? window->RootWindow->Name : "", &list, false});
    } else if (box.Min.x > last_x_ + 0.2f * size) {
      runs_.back().text += ' ';
    }
    runs_.back().text += letter;
    runs_.back().box.Add(box);
    runs_.back().cut |= cut;
    last_x_ = box.Max.x;
  }

  std::vector<Line> runs_;
  float last_x_ = -1;
};

}  // namespace raycloth::reader
