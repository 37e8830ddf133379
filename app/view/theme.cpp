// Dark, quiet, one accent, a font that is easy to read.
#include "app/view/theme.h"

#include <imgui.h>

#include <filesystem>

namespace raycloth {
namespace {

constexpr float kFontSize = 15.0f;  // pixels at scale 1

void load_font(float scale) {
  static constexpr const char* kCandidates[] = {
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
      "/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
      "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"};
  static constexpr ImWchar kGlyphs[] = {0x20, 0xff, 0x25a0, 0x25a0, 0x25cf, 0x25cf, 0};  // a square, a disc
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  for (const char* file : kCandidates)
    if (std::filesystem::exists(file) && fonts.AddFontFromFileTTF(file, kFontSize * scale, nullptr, kGlyphs)) return;
  ImFontConfig built_in;
  built_in.SizePixels = kFontSize * scale;
  fonts.AddFontDefault(&built_in);
}

void set_shape(ImGuiStyle& style) {
  style.WindowRounding = 0;
  style.FrameRounding = style.GrabRounding = style.TabRounding = style.PopupRounding = 4;
  style.WindowBorderSize = style.FrameBorderSize = 0;
  style.WindowPadding = {12, 12};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.GrabMinSize = 12;
}

void set_colors(ImGuiStyle& style) {
  const ImVec4 ground(0.105f, 0.12f, 0.145f, 1), raised(0.165f, 0.185f, 0.22f, 1), over(0.22f, 0.25f, 0.30f, 1);
  const ImVec4 accent(0.25f, 0.52f, 0.78f, 1), bright(0.36f, 0.64f, 0.92f, 1);
  ImGui::StyleColorsDark(&style);
  const auto set = [&](std::initializer_list<ImGuiCol> which, ImVec4 color) {
    for (ImGuiCol one : which) style.Colors[one] = color;
  };
  set({ImGuiCol_Text}, {0.90f, 0.92f, 0.94f, 1});
  set({ImGuiCol_WindowBg}, ground);
  set({ImGuiCol_PopupBg}, {0.09f, 0.10f, 0.125f, 0.98f});
  set({ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header, ImGuiCol_Tab, ImGuiCol_TableHeaderBg}, raised);
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_FrameBgActive}, over);
  set({ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_TabActive, ImGuiCol_TabHovered, ImGuiCol_SliderGrab},
      accent);
  set({ImGuiCol_SliderGrabActive, ImGuiCol_CheckMark}, bright);
  set({ImGuiCol_TableRowBgAlt}, {1, 1, 1, 0.025f});
}

}  // namespace

void apply_theme(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is fixed: nothing to remember, no file left behind
  load_font(scale);
  ImGuiStyle& style = ImGui::GetStyle();
  set_shape(style);
  set_colors(style);
  style.ScaleAllSizes(scale);
}

}  // namespace raycloth
