// The rows of the timings tab that are of the display: what its frames take of both processors, and how much is drawn.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/tabs/timing_rows.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr uint32_t kCpuColor = rgba(95, 125, 215), kGpuColor = rgba(240, 175, 75);

Summary summary_of(const std::deque<float>& values) {
  return summarize(std::vector<float>(values.begin(), values.end()));
}

/// The newest frame at the right.
void draw_curve(const PlotFrame& plot, const std::deque<float>& values, uint32_t color) {
  std::vector<ImVec2> points;
  const float column = (plot.end.x - plot.corner.x) / DisplayHistory::kFrames;
  float x = plot.end.x - column * static_cast<float>(values.size());
  for (const float value : values) points.push_back({x += column, plot.height_of(value)});
  ImGui::GetWindowDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, 1.5f);
}

void draw_plot(const DisplayHistory& display) {
  float highest = 1;
  for (const auto* values : {&display.cpu(), &display.gpu()})
    for (const float value : *values) highest = std::max(highest, value);
  const PlotFrame plot = begin_plot(highest, 5 * ImGui::GetFontSize());
  draw_curve(plot, display.cpu(), kCpuColor);
  draw_curve(plot, display.gpu(), kGpuColor);
  const Summary cpu = summary_of(display.cpu());
  plot.line(cpu.mean, ImGui::GetColorU32(ImGuiCol_Text, 0.6f));
  plot.line(cpu.p95, ImGui::GetColorU32(ImGuiCol_Text));
  end_plot(plot, "lines: CPU's mean and p95");
}

}  // namespace

void draw_display(const Workbench& workbench) {
  const DisplayHistory& display = workbench.display;
  ImGui::TextColored(kFaintText, "display");
  ImGui::Separator();
  draw_plot(display);
  if (!begin_timings_table("display", "frame")) return;
  draw_timings_row("CPU", summary_of(display.cpu()), kCpuColor);
  draw_timings_row("GPU", summary_of(display.gpu()), kGpuColor);
  ImGui::EndTable();
  ImGui::Text("%lld draw calls for the scene", display.draw_calls());
}

}  // namespace raycloth
