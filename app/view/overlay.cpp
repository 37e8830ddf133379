#include "app/view/overlay.h"

#include <imgui.h>

#include <cmath>

#include "app/view/color_scale.h"
#include "app/view/marks/grid_words.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr ImU32 kInk = IM_COL32(240, 242, 245, 255), kPlate = IM_COL32(20, 22, 26, 170);
constexpr ImU32 kInkOnWhite = IM_COL32(30, 33, 38, 255);
constexpr float kLongestBar = 150;  // pixels

/// Lines of one legend, from the top of a plate downwards.
struct Pen {
  ImDrawList& list;
  float left, top, width;  // of what is written, pixels
  float line = ImGui::GetFontSize() + 5;

  void plate(float height) const {
    const float edge = 0.6f * ImGui::GetFontSize();
    list.AddRectFilled({left - edge, top - edge}, {left + width + edge, top + height + edge}, kPlate, 4);
  }
  void text(const std::string& words) {
    list.AddText({left, top}, kInk, words.c_str());
    top += line;
  }
};

void draw_scale(Pen& pen, Heat heat, float range) {
  constexpr int kParts = 32;
  const float height = 0.8f * ImGui::GetFontSize();
  for (int i = 0; i < kParts; ++i) {
    const auto x = [&](int part) { return pen.left + pen.width * static_cast<float>(part) / kParts; };
    pen.list.AddRectFilledMultiColor({x(i), pen.top}, {x(i + 1), pen.top + height}, scale_rgba(i / 32.0f),
                                     scale_rgba((i + 1) / 32.0f), scale_rgba((i + 1) / 32.0f), scale_rgba(i / 32.0f));
  }
  pen.top += height + 4;
  const float factor = kHeats[static_cast<int>(heat)].factor;
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    const std::string number = legend_number(part * range * factor);
    const float shift = part * ImGui::CalcTextSize(number.c_str()).x;
    pen.list.AddText({pen.left + part * pen.width - shift, pen.top}, kInk, number.c_str());
  }
  pen.top += pen.line;
}

void draw_classes(Pen& pen) {
  const float size = 0.8f * ImGui::GetFontSize();
  for (const HeatClass& one : contact_classes()) {
    pen.list.AddRectFilled({pen.left, pen.top + 2}, {pen.left + size, pen.top + 2 + size}, one.color);
    pen.list.AddText({pen.left + size + 8, pen.top}, kInk, one.name);
    pen.top += pen.line;
  }
}

void draw_legend(Pen& pen, Heat heat, float range) {
  const HeatInfo& info = kHeats[static_cast<int>(heat)];
  const bool classes = heat == Heat::contacts;
  const float lines = classes ? 5 : *info.grey ? 3 : 2;
  pen.plate(lines * pen.line + (classes ? 0 : 0.8f * ImGui::GetFontSize() + 4));
  pen.text(*info.unit ? std::string(info.name) + " (" + info.unit + ")" : info.name);
  if (classes)
    draw_classes(pen);
  else
    draw_scale(pen, heat, range);
  if (*info.grey) pen.text(info.grey);
  pen.top += 1.4f * ImGui::GetFontSize();
}

void draw_bar(Pen& pen, float pixels_per_metre, ImU32 ink) {
  const ScaleBar bar = scale_bar(pixels_per_metre);
  const float length = bar.length * pixels_per_metre, right = pen.left + pen.width, tick = 4;
  const float y = pen.top + pen.line + tick;
  const float words = ImGui::CalcTextSize(bar.text.c_str()).x;
  pen.list.AddText({right - 0.5f * (length + words), pen.top}, ink, bar.text.c_str());
  pen.list.AddLine({right - length, y}, {right, y}, ink, 2);
  for (const float x : {right - length, right}) pen.list.AddLine({x, y - tick}, {x, y + tick}, ink, 2);
  pen.top = y + 2 * tick;
}

void draw_grid_words(Pen& pen, const std::string& words, ImU32 ink) {
  const float right = pen.left + pen.width;
  pen.list.AddText({right - ImGui::CalcTextSize(words.c_str()).x, pen.top}, ink, words.c_str());
  pen.top += pen.line;
}

}  // namespace

Overlay overlay_of(const ViewOptions& shown, float range, const OrbitCamera& camera,
                   const std::optional<GroundPlane>& ground, float aspect, int height) {
  Overlay overlay{.heat = shown.heat, .heat_range = range, .on_white = shown.white > 0};
  if (!shown.scale_bar) return overlay;
  overlay.pixels_per_metre = static_cast<float>(height) / camera.height();
  overlay.grid = grid_words(ground, camera, aspect, height);
  return overlay;
}

uint32_t overlay_ink(bool on_white) { return on_white ? kInkOnWhite : kInk; }

std::string legend_number(float value) { return printed(value >= 1000 && value < 1e6f ? "%.0f" : "%.3g", value); }

ScaleBar scale_bar(float pixels_per_metre) {
  const double longest = kLongestBar / pixels_per_metre;
  const double power = std::pow(10.0, std::floor(std::log10(longest)));
  double length = power;
  for (const double step : {2.0, 5.0})
    if (step * power <= longest) length = step * power;
  const auto written = [&](double factor, const char* unit) {
    return legend_number(static_cast<float>(length * factor)) + " " + unit;
  };
  const std::string text = length >= 1 ? written(1, "m") : length >= 0.01 ? written(100, "cm") : written(1000, "mm");
  return {static_cast<float>(length), text};
}

void draw_overlay(ImDrawList& list, Int4 area, const Overlay& overlay) {
  const float width = std::max(kLongestBar, 11 * ImGui::GetFontSize()), margin = 1.5f * ImGui::GetFontSize();
  Pen pen{list, static_cast<float>(area.x + area.z) - width - margin, static_cast<float>(area.y) + margin, width};
  if (overlay.heat != Heat::off) draw_legend(pen, overlay.heat, overlay.heat_range);
  if (overlay.pixels_per_metre <= 0) return;
  draw_bar(pen, overlay.pixels_per_metre, overlay_ink(overlay.on_white));
  draw_grid_words(pen, overlay.grid, overlay_ink(overlay.on_white));
}

}  // namespace raycloth
