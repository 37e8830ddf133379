#include "app/run/output/takes_html.h"

#include <algorithm>
#include <sstream>

#include "app/run/build_info.h"
#include "app/run/output/base64.h"
#include "app/run/output/setting_text.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 76em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em } p.about { color: #59636e }
ul { list-style: none; padding-left: 1.6em; border-left: 2px solid #d5dbe1 } body > ul { padding-left: 0; border: 0 }
li.take { margin: 1em 0 } .card { display: flex; gap: 1em; align-items: flex-start }
.card img { width: 240px; border-radius: 4px } .card h3 { margin: 0; font-size: 1.05em } .note { white-space: pre-wrap }
table { border-collapse: collapse } th, td { padding: 0.25em 0.8em; text-align: right; border-bottom: 1px solid #e4e8ec }
th:first-child, td:first-child { text-align: left } td.other { background: #fff3d6; font-weight: 600 }
td.bad { color: #b3261e; font-weight: 600 } td.good { color: #1a7f37 } svg { background: #f6f8fa; border-radius: 4px }
)";

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string title_of(const TakeFacts& take) { return raycloth::title_of(take.number, take.name); }

const TakeFacts* find(const TakesReport& report, int number) {
  const auto found = std::ranges::find(report.takes, number, &TakeFacts::number);
  return found == report.takes.end() ? nullptr : &*found;
}

/// What came to differ from the take before, in one sentence.
std::string changes_text(const TakeFacts& take) {
  if (take.changes.empty()) return take.parent ? "as the take before" : "";
  return joined(take.changes, [](const auto& change) { return spoken(change.first) + " " + change.second; });
}

void write_card(std::ostream& out, const TakesReport& report, const TakeFacts& take) {
  out << "<div class=\"card\">";
  if (const auto picture = report.pictures.find(take.number); picture != report.pictures.end())
    out << "<img alt=\"" << escaped(title_of(take)) << "\" src=\"data:image/png;base64," << base64(picture->second)
        << "\">";
  out << "<div><h3>" << escaped(title_of(take)) << "</h3><p class=\"about\">frames " << take.from << " to "
      << take.last;
  if (take.parent) out << ", from take " << take.parent;
  out << "</p><p>" << escaped(changes_text(take)) << "</p>";
  if (!take.note.empty()) out << "<p class=\"note\">" << escaped(take.note) << "</p>";
  out << "</div></div>\n";
}

/// The takes that left this one, and theirs; 0: those whose beginning is not known.
void write_branches(std::ostream& out, const TakesReport& report, int parent) {
  const auto is_branch = [&](const TakeFacts& take) {
    return take.parent == parent || (parent == 0 && !find(report, take.parent));
  };
  if (std::ranges::none_of(report.takes, is_branch)) return;
  out << "<ul>\n";
  for (const TakeFacts& take : report.takes) {
    if (!is_branch(take)) continue;
    out << "<li class=\"take\">";
    write_card(out, report, take);
    write_branches(out, report, take.number);
    out << "</li>\n";
  }
  out << "</ul>\n";
}

void write_heads(std::ostream& out, const TakesReport& report, const char* first) {
  out << "<tr><th>" << first << "</th>";
  for (const TakeFacts& take : report.takes) out << "<th>" << escaped(title_of(take)) << "</th>";
  out << "</tr>\n";
}

/// What all takes have, one value for each of them.
struct Row {
  std::string key, tip;
  std::vector<std::string> values;
  bool same() const { return std::ranges::count(values, values.front()) == static_cast<long>(values.size()); }
};

/// Settings, then materials, which every take has in one order.
std::vector<Row> rows_of(const TakesReport& report) {
  std::vector<Row> rows;
  for (const SettingInfo& info : setting_list()) {
    Row& row = rows.emplace_back(Row{info.key, tooltip_text(describe(info)), {}});
    for (const TakeFacts& take : report.takes) row.values.push_back(get(take.settings, info.key));
  }
  for (size_t i = 0; !report.takes.empty() && i < report.takes[0].materials.size(); ++i) {
    Row& row = rows.emplace_back(Row{report.takes[0].materials[i].first, "", {}});
    for (const TakeFacts& take : report.takes) row.values.push_back(take.materials[i].second);
  }
  return rows;
}

/// What differs from the take before is marked.
void write_row(std::ostream& out, const TakesReport& report, const Row& row) {
  out << "<tr><td title=\"" << escaped(row.tip) << "\">" << escaped(spoken(row.key)) << "</td>";
  for (size_t i = 0; i < row.values.size(); ++i) {
    const TakeFacts* const parent = find(report, report.takes[i].parent);
    const bool other = parent && row.values[parent - report.takes.data()] != row.values[i];
    out << (other ? "<td class=\"other\">" : "<td>") << escaped(row.values[i]) << "</td>";
  }
  out << "</tr>\n";
}

/// A row for everything that is not the same in all takes.
void write_differences(std::ostream& out, const TakesReport& report, std::vector<Row> rows) {
  std::erase_if(rows, [](const Row& row) { return row.same(); });
  out << "<h2>What differs between their settings and materials</h2>\n";
  if (rows.empty()) return static_cast<void>(out << "<p>Nothing.</p>\n");
  out << "<table>\n";
  write_heads(out, report, "setting");
  for (const Row& row : rows) write_row(out, report, row);
  out << "</table>\n";
}

const Summary* stage_of(const TakeFacts& take, const std::string& name) {
  const auto found = std::ranges::find(take.stages, name, &std::pair<std::string, Summary>::first);
  return found == take.stages.end() ? nullptr : &found->second;
}

void write_timings(std::ostream& out, const TakesReport& report) {
  std::vector<std::string> names;
  for (const TakeFacts& take : report.takes)
    for (const auto& [name, summary] : take.stages)
      if (std::ranges::count(names, name) == 0) names.push_back(name);
  out << "<h2>Timings: median (95th percentile), ms a step</h2>\n<table>\n";
  write_heads(out, report, "stage");
  for (const std::string& name : names) {
    out << "<tr><td>" << spoken(name) << "</td>";
    for (const TakeFacts& take : report.takes) {
      const Summary* const summary = stage_of(take, name);
      out << "<td>" << (summary ? printed("%.2f (%.2f)", summary->median, summary->p95) : "") << "</td>";
    }
    out << "</tr>\n";
  }
  out << "</table>\n";
}

void write_crossings(std::ostream& out, const TakesReport& report) {
  out << "<h2>Crossings: pairs of an edge and a triangle, counted exactly</h2>\n<table>\n"
      << "<tr><th>take</th><th>frames counted</th><th>with any</th><th>most</th><th>at the last</th></tr>\n";
  for (const TakeFacts& take : report.takes) {
    long long with_any = 0, most = 0;
    for (const auto& [frame, pairs] : take.crossings) {
      with_any += pairs > 0;
      most = std::max(most, pairs);
    }
    const long long last = take.crossings.empty() ? 0 : take.crossings.back().second;
    out << "<tr><td>" << escaped(title_of(take)) << "</td><td>" << take.crossings.size() << "</td><td>" << with_any
        << "</td><td class=\"" << (most > 0 ? "bad" : "good") << "\">" << most << "</td><td class=\""
        << (last > 0 ? "bad" : "good") << "\">" << last << "</td></tr>\n";
  }
  out << "</table>\n";
}

constexpr const char* kInks[] = {"#0969da", "#cf222e", "#1a7f37", "#8250df", "#bc4c00", "#57606a"};
constexpr double kWidth = 900, kHeight = 240;  // of the plot

/// The step of every take over the frames, and the budget.
void write_plot(std::ostream& out, const TakesReport& report) {
  double highest = report.budget_ms;
  long long last = 1;
  for (const TakeFacts& take : report.takes) {
    if (const Summary* const step = stage_of(take, "step")) highest = std::max(highest, 1.2 * step->p95);
    last = std::max(last, take.last);
  }
  if (highest <= 0) return;
  const auto x = [&](long long frame) { return kWidth * static_cast<double>(frame) / static_cast<double>(last); };
  const auto y = [&](double ms) { return kHeight * (1 - std::min(ms / highest, 1.0)); };
  out << "<h2>A step, ms, over the frames</h2>\n<svg viewBox=\"0 0 " << kWidth << ' ' << kHeight + 24
      << "\" width=\"100%\">\n<text x=\"4\" y=\"14\" font-size=\"12\">" << printed("%.3g ms", highest) << "</text>\n";
  if (report.budget_ms > 0)
    out << "<line x1=\"0\" x2=\"" << kWidth << "\" y1=\"" << y(report.budget_ms) << "\" y2=\"" << y(report.budget_ms)
        << "\" stroke=\"#9a6700\" stroke-dasharray=\"6 4\"/>\n";
  for (size_t i = 0; i < report.takes.size(); ++i) {
    const TakeFacts& take = report.takes[i];
    const char* const ink = kInks[i % std::size(kInks)];
    out << "<polyline fill=\"none\" stroke=\"" << ink << "\" points=\"";
    for (const auto& [frame, ms] : take.step_ms) out << printed("%.1f,%.1f ", x(frame), y(ms));
    out << "\"/>\n<text x=\"" << 4 + 130 * (i % 6) << "\" y=\"" << kHeight + 18 << "\" font-size=\"12\" fill=\"" << ink
        << "\">take " << take.number << "</text>\n";
  }
  out << "</svg>\n";
}

void write_all(std::ostream& out, const TakesReport& report, const std::vector<Row>& rows) {
  out << "<h2>All settings and materials</h2>\n<details><summary>of every take</summary>\n<table>\n";
  write_heads(out, report, "setting");
  for (const Row& row : rows) write_row(out, report, row);
  out << "</table>\n</details>\n";
}

}  // namespace

TakesReport about_takes(const Scene& scene, const Simulation& simulation) {
  TakesReport report;
  report.scene = scene.name;
  report.description = scene.description;
  report.file = scene.path.string();
  report.device = simulation.device_name();
  report.build = build_description();
  report.vertices = static_cast<int>(simulation.model().positions.size());
  report.triangles = static_cast<int>(simulation.model().triangles.size());
  return report;
}

std::string takes_html(const TakesReport& report) {
  std::ostringstream out;
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" << escaped(report.scene)
      << ": takes</title>\n<style>" << kStyle << "</style></head>\n<body>\n<h1>" << escaped(report.scene)
      << "</h1>\n<p>" << escaped(report.description) << "</p>\n<p class=\"about\">" << escaped(report.file) << "; "
      << report.vertices << " vertices, " << report.triangles << " triangles; on " << escaped(report.device)
      << "; Raycloth " << escaped(report.build) << "</p>\n";
  write_branches(out, report, 0);
  const std::vector<Row> rows = rows_of(report);
  write_differences(out, report, rows);
  write_timings(out, report);
  write_plot(out, report);
  write_crossings(out, report);
  write_all(out, report, rows);
  out << "</body>\n</html>\n";
  return out.str();
}

}  // namespace raycloth
