// The rows of the timings tab that look farther than a step: how full the buffers are, whether both devices give the
// same bits, what every handler makes of what was done.
#include <algorithm>
#include <cstdio>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/output/naming.h"
#include "app/run/tables/handlers.h"
#include "app/run/tables/parity.h"

namespace raycloth {
namespace {

constexpr int kMostFrames = 10'000;
constexpr float kNearlyFull = 0.9f;

/// As a bar: the most that was ever used of what there is.
void draw_gauge(const BufferUse& use) {
  const float part = use.capacity > 0 ? static_cast<float>(use.peak) / static_cast<float>(use.capacity) : 0;
  row_label(spoken(use.name).c_str(), "the most entries that a step used, of those that there is room for");
  char text[64];
  std::snprintf(text, sizeof text, "%lld of %lld", use.peak, use.capacity);
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram,
                        part > kNearlyFull ? kWarningText : ImGui::GetStyle().Colors[ImGuiCol_PlotHistogram]);
  ImGui::ProgressBar(part, {-1, 0}, text);
  note_item("gauge of " + use.name);
  ImGui::PopStyleColor();
}

void draw_parity(const ParityResult& result, const Model& model) {
  const std::string text = parity_text(result, model);
  wrapped(result.equal() ? kGoodText : kErrorText, text);
}

void cell(const char* format, double value, const ImVec4& color) {
  ImGui::TableNextColumn();
  ImGui::TextColored(color, format, value);
}

void draw_handlers(const HandlersTable& table) {
  if (!ImGui::BeginTable("handlers", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return;
  for (const char* heading : {"handler", "step ms", "p95", "crossing", "strain %"}) ImGui::TableSetupColumn(heading);
  ImGui::TableHeadersRow();
  const ImVec4 plain = ImGui::GetStyle().Colors[ImGuiCol_Text];
  for (const HandlerRow& row : table.rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.handler.c_str());
    note_item("row of " + row.handler);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", handlers_text({table.device, table.frames, {row}}).c_str());
    cell("%.2f", row.step.median, plain);
    cell("%.2f", row.step.p95, plain);
    cell("%.0f", static_cast<double>(row.most_crossings), row.most_crossings > 0 ? kErrorText : kGoodText);
    cell("%.2f", 100 * row.strain.p99, plain);
  }
  ImGui::EndTable();
  wrapped(kFaintText,
          std::to_string(table.frames) + " frames each; crossing: the most pairs in a frame that was counted");
}

}  // namespace

void draw_gauges(Workbench& workbench) {
  workbench.examining().look_at_buffers();
  ImGui::TextColored(kFaintText, "buffers");
  ImGui::Separator();
  for (const BufferUse& use : workbench.frame().buffers) draw_gauge(use);
}

void draw_tables(Workbench& workbench, PanelState& state) {
  const Frame& frame = workbench.frame();
  ImGui::TextColored(kFaintText, "from here, without showing it");
  ImGui::Separator();
  row_label("frames", "that the devices are compared for");
  ImGui::SliderInt("##frames", &state.parity_frames, 1, 600, "%d", ImGuiSliderFlags_AlwaysClamp);
  note_item("parity frames");
  if (button("CPU and CUDA: the same bits?", {-1, 0}))
    workbench.examining().find_parity(std::min(state.parity_frames, kMostFrames));
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("both go on from the present state; without a CUDA device, all threads and one");
  if (frame.parity) draw_parity(*frame.parity, workbench.model());
  if (button("Every handler", {-1, 0})) workbench.examining().run_handlers();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("what was done so far is done again under each");
  if (frame.handlers) draw_handlers(*frame.handlers);
}

}  // namespace raycloth
