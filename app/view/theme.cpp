// Dark or light, quiet, one accent, a font that is easy to read.
#include "app/view/theme.h"

#include <imgui.h>

#include <cmath>
#include <filesystem>

namespace raycloth {
namespace {

constexpr float kFontSize = 15.0f;  // pixels at scale 1

/// Of whole pixels: sharper, and Dear ImGui rounds the sizes of windows, which else came out too small for their text.
void load_font(float scale) {
  const float size = std::floor(kFontSize * scale);
  static constexpr const char* kCandidates[] = {
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
      "/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
      "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"};
  static constexpr ImWchar kGlyphs[] = {0x20, 0xff, 0x25a0, 0x25a0, 0x25cf, 0x25cf, 0};  // a square, a disc
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  for (const char* file : kCandidates)
    if (std::filesystem::exists(file) && fonts.AddFontFromFileTTF(file, size, nullptr, kGlyphs)) return;
  ImFontConfig built_in;
  built_in.SizePixels = size;
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

struct Shades {
  ImVec4 text, ground, popup, raised, over, accent, bright, stripe;
};

const Shades kDark = {{0.90f, 0.92f, 0.94f, 1},   {0.105f, 0.12f, 0.145f, 1}, {0.09f, 0.10f, 0.125f, 0.98f},
                      {0.165f, 0.185f, 0.22f, 1}, {0.22f, 0.25f, 0.30f, 1},   {0.25f, 0.52f, 0.78f, 1},
                      {0.36f, 0.64f, 0.92f, 1},   {1, 1, 1, 0.025f}};
const Shades kLight = {
    {0.10f, 0.12f, 0.15f, 1},  {0.945f, 0.95f, 0.955f, 1}, {0.985f, 0.985f, 0.99f, 0.98f}, {0.865f, 0.875f, 0.89f, 1},
    {0.80f, 0.815f, 0.84f, 1}, {0.46f, 0.68f, 0.90f, 1},   {0.16f, 0.45f, 0.74f, 1},       {0, 0, 0, 0.03f}};

ImVec4 faint(ImVec4 color, float alpha) { return {color.x, color.y, color.z, alpha}; }

void set_colors(Theme theme, ImGuiStyle& style) {
  const Shades& shades = theme == Theme::light ? kLight : kDark;
  if (theme == Theme::light)
    ImGui::StyleColorsLight(&style);
  else
    ImGui::StyleColorsDark(&style);
  const auto set = [&](std::initializer_list<ImGuiCol> which, ImVec4 color) {
    for (ImGuiCol one : which) style.Colors[one] = color;
  };
  set({ImGuiCol_Text}, shades.text);
  set({ImGuiCol_WindowBg}, shades.ground);
  set({ImGuiCol_PopupBg}, shades.popup);
  set({ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header, ImGuiCol_Tab, ImGuiCol_TableHeaderBg, ImGuiCol_TitleBg,
       ImGuiCol_TitleBgActive},
      shades.raised);
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_FrameBgActive}, shades.over);
  set({ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_TabActive, ImGuiCol_TabHovered, ImGuiCol_PlotHistogram},
      shades.accent);
  set({ImGuiCol_CheckMark}, shades.bright);
  // Numbers are read across the knob.
  set({ImGuiCol_SliderGrab}, faint(shades.accent, 0.45f));
  set({ImGuiCol_SliderGrabActive}, faint(shades.bright, 0.55f));
  set({ImGuiCol_TableRowBgAlt}, shades.stripe);
}

}  // namespace

void apply_theme(Theme theme, float scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // what is remembered is in app/layout/preferences.h
  io.Fonts->Clear();
  load_font(scale);
  ImGuiStyle& style = ImGui::GetStyle();
  style = {};
  set_shape(style);
  set_colors(theme, style);
  style.ScaleAllSizes(scale);
}

Theme present_theme() { return ImGui::GetStyle().Colors[ImGuiCol_WindowBg].x > 0.5f ? Theme::light : Theme::dark; }

}  // namespace raycloth
