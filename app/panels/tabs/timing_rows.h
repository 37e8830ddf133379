// What the plots and tables of the timings tab have in common.
#pragma once

#include <imgui.h>

#include <optional>

#include "app/run/output/statistics.h"

namespace raycloth {

/// Where a plot is, in pixels; its upper edge is at so many ms, 1, 2 or 5 times a power of ten.
struct PlotFrame {
  ImVec2 corner, end;
  float top = 1;

  float height_of(float milliseconds) const { return end.y - (end.y - corner.y) * milliseconds / top; }
  /// A line across it; of 0: none.
  void line(double milliseconds, ImU32 ink) const;
};

/// The place for one that reaches to `highest` ms; what is drawn into it comes between these two.
PlotFrame begin_plot(float highest, float height);
void end_plot(const PlotFrame& plot, const char* words);

/// Of means and 95th percentiles; ImGui::EndTable() ends it where it is true.
bool begin_timings_table(const char* id, const char* first_heading);
void draw_timings_row(const char* name, const Summary& summary, std::optional<uint32_t> color = {});

}  // namespace raycloth
