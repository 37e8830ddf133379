#include "app/view/timings_plot.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/view/windowless/alone.h"
#include "render/offscreen_context.h"
#include "render/png.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr int kWidth = 1000;
constexpr float kEdge = 24, kNames = 110, kNumbers = 170, kRow = 40, kBar = 13, kSteps = 200;  // pixels
constexpr ImU32 kPaper = IM_COL32(250, 250, 248, 255), kPlotInk = IM_COL32(40, 44, 52, 255);
constexpr ImU32 kFaint = IM_COL32(214, 216, 220, 255), kPlotGrey = IM_COL32(110, 116, 126, 255);
constexpr ImU32 kA = IM_COL32(60, 110, 190, 255), kB = IM_COL32(225, 130, 45, 255);

/// 1, 2 or 5 times a power of ten, about a fifth of `range`.
double tick_of(double range) {
  const double decade = std::pow(10, std::floor(std::log10(std::max(range, 1e-6) / 5)));
  for (const double factor : {1, 2, 5})
    if (factor * decade >= range / 5) return factor * decade;
  return 10 * decade;
}

class Plot {
 public:
  Plot(ImDrawList& list, const TimingsFile& a, const TimingsFile& b) : list_(list), a_(a), b_(b) {}

  void draw(int height) {
    list_.AddRectFilled({0, 0}, {kWidth, static_cast<float>(height)}, kPaper);
    draw_names();
    draw_bars();
    draw_steps();
  }

 private:
  void text(float x, float y, ImU32 color, const std::string& words) { list_.AddText({x, y}, color, words.c_str()); }

  void draw_names() {
    text(kEdge, top_, kPlotInk, "ms per step: bars are medians, lines reach to the 95th percentile");
    top_ += 26;
    for (const auto& [file, color, name] : {std::tuple(&a_, kA, "A"), std::tuple(&b_, kB, "B")}) {
      list_.AddRectFilled({kEdge, top_ + 2}, {kEdge + kBar, top_ + 2 + kBar}, color);
      text(kEdge + 22, top_, kPlotInk,
           std::string(name) + ": " + file->path.filename().string() + ", " + std::to_string(file->steps()) +
               " steps, " + file->fact("device"));
      top_ += 22;
    }
    top_ += 10;
  }

  void draw_bars() {
    const std::vector<StageComparison> stages = compare_timings(a_, b_);
    double most = 1e-3;
    for (const StageComparison& stage : stages)
      for (const auto& side : {stage.a, stage.b})
        if (side) most = std::max(most, side->p95);
    const float left = kEdge + kNames, width = kWidth - kEdge - kNumbers - left;
    const float foot = top_ + kRow * static_cast<float>(stages.size());
    for (double at = 0; at <= most; at += tick_of(most)) {
      const float x = left + width * static_cast<float>(at / most);
      list_.AddLine({x, top_}, {x, foot}, kFaint);
      text(x - 4, foot + 2, kPlotGrey, printed("%g", at));
    }
    for (const StageComparison& stage : stages) {
      text(kEdge, top_ + 10, kPlotInk, stage.stage);
      draw_bar(stage.a, left, top_ + 5, width / most, kA);
      draw_bar(stage.b, left, top_ + 6 + kBar, width / most, kB);
      const auto ratio = stage.median_ratio();
      text(kWidth - kEdge - kNumbers + 20, top_ + 10, kPlotInk, ratio ? "B/A " + printed("%.2f", *ratio) : "");
      top_ += kRow;
    }
    top_ += 34;
  }

  void draw_bar(const std::optional<Summary>& side, float left, float top, double scale, ImU32 color) {
    if (!side) return;
    const float median = left + static_cast<float>(side->median * scale),
                p95 = left + static_cast<float>(side->p95 * scale);
    const float middle = top + 0.5f * kBar;
    list_.AddRectFilled({left, top}, {median, top + kBar}, color);
    list_.AddLine({median, middle}, {p95, middle}, color, 2);
    list_.AddLine({p95, middle - 4}, {p95, middle + 4}, color, 2);
  }

  void draw_steps() {
    const std::vector<float>&a = step_of(a_), &b = step_of(b_);
    const float most = std::max(*std::ranges::max_element(a), *std::ranges::max_element(b));
    text(kEdge, top_, kPlotInk, "step by step");
    text(kEdge, top_ + 20, kPlotGrey, printed("up to %.3g ms", most));
    const size_t count = std::max(a.size(), b.size());
    list_.AddLine({kEdge + kNames, top_ + kSteps}, {kWidth - kEdge, top_ + kSteps}, kPlotGrey);
    draw_line(a, count, most, kA);
    draw_line(b, count, most, kB);
  }

  static const std::vector<float>& step_of(const TimingsFile& file) {
    return file.milliseconds[std::ranges::find(file.stages, "step") - file.stages.begin()];
  }

  void draw_line(const std::vector<float>& values, size_t count, float most, ImU32 color) {
    const float left = kEdge + kNames, width = kWidth - kEdge - left;
    std::vector<ImVec2> points;
    for (size_t i = 0; i < values.size(); ++i)
      points.emplace_back(left + width * static_cast<float>(i) / static_cast<float>(std::max<size_t>(count - 1, 1)),
                          top_ + kSteps * (1 - values[i] / std::max(most, 1e-6f)));
    list_.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, 1.5f);
  }

  ImDrawList& list_;
  const TimingsFile &a_, &b_;
  float top_ = kEdge;
};

}  // namespace

void save_timings_plot(const TimingsFile& a, const TimingsFile& b, const std::filesystem::path& png) {
  const OffscreenContext context;
  const int height =
      static_cast<int>(3 * kEdge + 114 + kRow * static_cast<float>(compare_timings(a, b).size()) + kSteps);
  const RenderTarget target(kWidth, height, 1);
  target.begin();
  target.resolve();
  target.begin_over();
  draw_without_window(kWidth, height, [&](ImDrawList& list) { Plot(list, a, b).draw(height); });
  write_png(target.read(), png);
}

}  // namespace raycloth
