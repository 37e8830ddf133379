#include "app/run/output/timings_comparison.h"
#include "sim/text.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace raycloth {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::optional<Summary> summary_of(const TimingsFile& file, const std::string& stage) {
  const auto found = std::ranges::find(file.stages, stage);
  if (found == file.stages.end()) return {};
  return summarize(file.milliseconds[found - file.stages.begin()]);
}

std::optional<double> ratio(const std::optional<Summary>& a, const std::optional<Summary>& b, double Summary::*member) {
  if (!a || !b || (*a).*member <= 0) return {};
  return (*b).*member / (*a).*member;
}

/// The facts, the settings taken apart: "substeps=20; detections=0".
Pairs taken_apart(const TimingsFile& file) {
  Pairs pairs;
  for (const auto& [name, value] : file.facts)
    if (name != "settings") pairs.emplace_back(name, value);
  std::istringstream settings(file.fact("settings"));
  for (std::string one; std::getline(settings >> std::ws, one, ';');) {
    const size_t equals = one.find('=');
    if (equals != one.npos) pairs.emplace_back(one.substr(0, equals), one.substr(equals + 1));
  }
  return pairs;
}

std::string value_of(const Pairs& pairs, const std::string& name) {
  const auto found = std::ranges::find(pairs, name, &Pairs::value_type::first);
  return found == pairs.end() ? "-" : found->second;
}

std::string number(const std::optional<double>& value, const char* format) {
  return value ? printed(format, *value) : "-";
}

std::string row(const StageComparison& stage) {
  const auto of = [](const std::optional<Summary>& summary, double Summary::*member) {
    return number(summary ? std::optional((*summary).*member) : std::nullopt, "%.3f");
  };
  char text[160];
  std::snprintf(text, sizeof text, "%-12s %10s %10s %10s %10s %8s %8s\n", stage.stage.c_str(),
                of(stage.a, &Summary::median).c_str(), of(stage.a, &Summary::p95).c_str(),
                of(stage.b, &Summary::median).c_str(), of(stage.b, &Summary::p95).c_str(),
                number(stage.median_ratio(), "%.2f").c_str(), number(stage.p95_ratio(), "%.2f").c_str());
  return text;
}

}  // namespace

std::optional<double> StageComparison::median_ratio() const { return ratio(a, b, &Summary::median); }
std::optional<double> StageComparison::p95_ratio() const { return ratio(a, b, &Summary::p95); }

std::vector<StageComparison> compare_timings(const TimingsFile& a, const TimingsFile& b) {
  std::vector<std::string> stages = a.stages;
  for (const std::string& stage : b.stages)
    if (std::ranges::count(stages, stage) == 0) stages.push_back(stage);
  std::ranges::stable_partition(stages, [](const std::string& stage) { return stage != "detect" && stage != "step"; });
  std::vector<StageComparison> comparison;
  for (const std::string& stage : stages) comparison.push_back({stage, summary_of(a, stage), summary_of(b, stage)});
  return comparison;
}

std::vector<FactDifference> differing_facts(const TimingsFile& a, const TimingsFile& b) {
  const Pairs of_a = taken_apart(a), of_b = taken_apart(b);
  std::vector<FactDifference> differences;
  for (const auto& [name, value] : of_a)
    if (value_of(of_b, name) != value) differences.push_back({name, value, value_of(of_b, name)});
  for (const auto& [name, value] : of_b)
    if (value_of(of_a, name) == "-") differences.push_back({name, "-", value});
  return differences;
}

std::string comparison_text(const TimingsFile& a, const TimingsFile& b) {
  std::ostringstream out;
  for (const auto& [name, file] : {std::pair("A", &a), std::pair("B", &b)})
    out << name << ": " << file->path.string() << ", " << file->steps() << " steps of " << file->fact("scene") << " on "
        << file->fact("device") << '\n';
  for (const FactDifference& fact : differing_facts(a, b))
    out << "differs: " << fact.name << ": " << fact.a << " | " << fact.b << '\n';
  char heading[160];
  std::snprintf(heading, sizeof heading, "%-12s %10s %10s %10s %10s %8s %8s\n", "ms", "A median", "A p95", "B median",
                "B p95", "B/A", "of p95");
  out << heading;
  for (const StageComparison& stage : compare_timings(a, b)) out << row(stage);
  return out.str();
}

}  // namespace raycloth
