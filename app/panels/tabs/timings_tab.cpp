// The timings tab: a stacked plot of the last steps, a table per stage, contacts, and the recorder.
#include <algorithm>
#include <cstdio>

#include "app/layout/preferences.h"
#include "app/panels/files/asking.h"
#include "app/panels/panels.h"
#include "app/panels/tabs/timing_rows.h"
#include "app/panels/widgets.h"
#include "app/run/output/timings_comparison.h"

namespace raycloth {
namespace {

constexpr uint32_t kStageColors[] = {rgba(130, 140, 160), rgba(95, 125, 215), rgba(70, 175, 225), rgba(60, 190, 190),
                                     rgba(75, 200, 145),  rgba(160, 205, 90), rgba(215, 205, 85), rgba(195, 140, 210),
                                     rgba(240, 175, 75),  rgba(225, 105, 95)};

uint32_t stage_color(size_t place) { return kStageColors[place % std::size(kStageColors)]; }

float stage_sum(const StepTimings& step) {
  float sum = 0;
  for (const StageTime& stage : step.stages) sum += stage.milliseconds;
  return sum;
}

/// One column per step, newest at the right, stages stacked in their order.
void draw_plot(const TimingHistory& history, float budget, float height) {
  float highest = std::max(1.0f, budget > 0 ? 1.1f * budget : 0);
  for (const StepTimings& step : history.steps()) highest = std::max({highest, step.step, stage_sum(step)});
  const PlotFrame plot = begin_plot(highest, height);
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const float column = (plot.end.x - plot.corner.x) / TimingHistory::kSteps;
  float x = plot.end.x - column * history.steps().size();
  for (const StepTimings& step : history.steps()) {
    float sum = 0;
    for (size_t i = 0; i < step.stages.size(); ++i) {
      const float foot = plot.height_of(sum);
      sum += step.stages[i].milliseconds;
      canvas.AddRectFilled({x, plot.height_of(sum)}, {x + column, foot}, stage_color(i));
    }
    x += column;
  }
  const Summary step = history.step();
  plot.line(step.mean, ImGui::GetColorU32(ImGuiCol_Text, 0.6f));
  plot.line(step.p95, ImGui::GetColorU32(ImGuiCol_Text));
  plot.line(budget, ImGui::GetColorU32(kWarningText));
  char words[64];
  std::snprintf(words, sizeof words, "lines: mean %.1f, p95 %.1f", step.mean, step.p95);
  end_plot(plot, words);
}

void draw_table(const TimingHistory& history) {
  if (!begin_timings_table("stages", "stage")) return;
  const std::vector<StageTime> none;
  const std::vector<StageTime>& stages = history.steps().empty() ? none : history.steps().back().stages;
  for (size_t i = 0; i < stages.size(); ++i)
    draw_timings_row(spoken(stages[i].name).c_str(), history.stage(stages[i].name), stage_color(i));
  draw_timings_row("detect", history.detect());
  draw_timings_row("step", history.step());
  ImGui::EndTable();
}

/// What a step may take, and how many took more.
void draw_budget(const TimingHistory& history, PanelState& state) {
  quantity_row("budget", state.budget_ms,
               {"ms", 0, 200, Preferences::kUsualBudget,
                "what a step may take: the line in the plot; 16.7 ms is real time at 60 steps a second, 0 is none"});
  if (state.budget_ms <= 0 || history.steps().empty()) return;
  const auto over =
      std::ranges::count_if(history.steps(), [&](const StepTimings& t) { return t.step > state.budget_ms; });
  const Summary step = history.step();
  ImGui::TextColored(step.p95 > state.budget_ms ? kErrorText : kGoodText, "%ld of %zu steps are over it",
                     static_cast<long>(over), history.steps().size());
}

void draw_recorder(Workbench& workbench, PanelState& state) {
  const std::optional<FileView>& file = workbench.frame().timings;
  if (file) {
    if (button("Stop recording", {-1, 0})) workbench.recordings().toggle_timings();
  } else {
    constexpr const char* kNames[] = {"CSV", "JSON"};
    const float right = 5 * ImGui::GetFontSize() + room_for_places();
    if (button("Record to", {-right, 0})) workbench.recordings().toggle_timings(state.recording_kind());
    ImGui::SameLine();
    if (place_button("recording")) ask_where_to_record_timings(workbench, state);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    choice_field("kind of recording", state.recording_ending, kNames);
  }
  if (file) ImGui::TextWrapped("%s: %lld steps", file->path.c_str(), file->lines);
}

void draw_counters(const StepCounters& counters) {
  ImGui::Text("%d collisions, %d predictions, %d inversions", counters.collisions, counters.predictions,
              counters.inversions);
  ImGui::Text("%lld rays cast, %lld skipped", counters.of("rays"), counters.of("rays_skipped"));
}

/// The last steps as a recording would have them.
TimingsFile last_steps(const TimingHistory& history) {
  TimingsFile file;
  const auto add = [&](const char* name, auto value) {
    file.stages.emplace_back(name);
    file.milliseconds.emplace_back();
    for (const StepTimings& step : history.steps()) file.milliseconds.back().push_back(value(step));
  };
  if (!history.steps().empty())
    for (const StageTime& stage : history.steps().back().stages)
      add(stage.name, [&](const StepTimings& step) { return stage_time(step.stages, stage.name); });
  add("detect", [](const StepTimings& step) { return step.detect; });
  add("step", [](const StepTimings& step) { return step.step; });
  return file;
}

void draw_number(const std::optional<double>& number) {
  ImGui::TableNextColumn();
  if (number) ImGui::Text("%.2f", *number);
}

void draw_comparison(const TimingsFile& a, const TimingsFile& b, std::pair<const char*, const char*> headings) {
  if (!ImGui::BeginTable("comparison", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableSetupColumn("median ms", ImGuiTableColumnFlags_WidthStretch, 1.6f);
  for (const char* heading : {headings.first, headings.second, "ratio", "of p95"}) ImGui::TableSetupColumn(heading);
  ImGui::TableHeadersRow();
  for (const StageComparison& stage : compare_timings(a, b)) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(spoken(stage.stage).c_str());
    draw_number(stage.a ? std::optional(stage.a->median) : std::nullopt);
    draw_number(stage.b ? std::optional(stage.b->median) : std::nullopt);
    draw_number(stage.median_ratio());
    draw_number(stage.p95_ratio());
  }
  ImGui::EndTable();
}

/// Those of which a file is named; a field that was emptied has none any more.
void open_recordings(Workbench& workbench, PanelState& state) {
  try {
    for (PanelState::Recording& recording : state.recordings) {
      recording.file.reset();
      if (recording.path[0]) recording.file = read_timings(recording.path.data());
    }
  } catch (const std::exception& error) {
    workbench.message = {error.what(), true};
  }
}

/// A recording from a file against another, or against the last steps.
void draw_recordings(Workbench& workbench, PanelState& state) {
  auto& [first, second] = state.recordings;
  ImGui::TextColored(kFaintText, "recordings compared");
  ImGui::Separator();
  const bool entered = text_field("recording", "a .csv or .json file of timings", first.path);
  const float right = room_beside("Compare");
  const bool again = text_field("second recording", "another; none: the last steps", second.path, right);
  ImGui::SameLine();
  if (button("Compare") || entered || again) open_recordings(workbench, state);
  if (!first.file) return;
  if (second.file)
    draw_comparison(*first.file, *second.file, {"first", "second"});
  else
    draw_comparison(*first.file, last_steps(workbench.timings()), {"there", "now"});
}

}  // namespace

void draw_timings_tab(Workbench& workbench, PanelState& state) {
  draw_recorder(workbench, state);
  ImGui::Spacing();
  draw_plot(workbench.timings(), state.budget_ms, 9 * ImGui::GetFontSize());
  ImGui::TextColored(kFaintText, "the last %zu steps", workbench.timings().steps().size());
  draw_budget(workbench.timings(), state);
  draw_table(workbench.timings());
  ImGui::Spacing();
  draw_display(workbench);
  ImGui::Spacing();
  draw_counters(workbench.frame().counters);
  ImGui::Spacing();
  draw_recordings(workbench, state);
  ImGui::Spacing();
  draw_gauges(workbench);
  ImGui::Spacing();
  draw_tables(workbench, state);
}

}  // namespace raycloth
