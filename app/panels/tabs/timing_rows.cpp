#include "app/panels/tabs/timing_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/panels/widgets.h"

namespace raycloth {
namespace {

// 1, 2 or 5 times a power of ten, not below `value`.
float round_up(float value) {
  const float decade = std::pow(10.0f, std::floor(std::log10(std::max(value, 1e-3f))));
  for (float factor : {1.0f, 2.0f, 5.0f})
    if (factor * decade >= value) return factor * decade;
  return 10 * decade;
}

}  // namespace

void PlotFrame::line(double milliseconds, ImU32 ink) const {
  const float y = height_of(static_cast<float>(milliseconds));
  if (milliseconds > 0) ImGui::GetWindowDrawList()->AddLine({corner.x, y}, {end.x, y}, ink, 1.5f);
}

PlotFrame begin_plot(float highest, float height) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end(corner.x + ImGui::GetContentRegionAvail().x, corner.y + height);
  ImGui::GetWindowDrawList()->AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 4);
  return {corner, end, round_up(highest)};
}

void end_plot(const PlotFrame& plot, const char* words) {
  char label[128];
  std::snprintf(label, sizeof label, "%g ms at the top; %s", plot.top, words);
  const ImVec2 size(plot.end.x - plot.corner.x, plot.end.y - plot.corner.y);
  ImGui::GetWindowDrawList()->AddText({plot.corner.x + 6, plot.corner.y + 3}, ImGui::GetColorU32(ImGuiCol_Text),
                                      shortened(label, size.x - 12).c_str());
  ImGui::Dummy(size);
}

bool begin_timings_table(const char* id, const char* first_heading) {
  if (!ImGui::BeginTable(id, 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return false;
  for (const char* heading : {first_heading, "mean ms", "p95 ms"}) ImGui::TableSetupColumn(heading);
  ImGui::TableHeadersRow();
  return true;
}

void draw_timings_row(const char* name, const Summary& summary, std::optional<uint32_t> color) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (color) {
    ImGui::TextColored(im_color(*color), "\xE2\x96\xA0");  // a square
    ImGui::SameLine();
  }
  ImGui::TextUnformatted(name);
  ImGui::TableNextColumn();
  ImGui::Text("%.2f", summary.mean);
  ImGui::TableNextColumn();
  ImGui::Text("%.2f", summary.p95);
}

}  // namespace raycloth
