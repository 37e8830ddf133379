#include "app/run/output/timings_recorder.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/run/build_info.h"
#include "app/run/machine.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kJsonEnd = "\n]}\n";

/// Shortest text that reads back to the same bits, whatever the locale.
std::string number(double value) {
  std::array<char, 32> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), result.ptr};
}

std::string milliseconds(float value) {
  std::array<char, 32> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 4);
  return {text.data(), result.ptr};
}

/// A comment stays on its line, whatever a name or a path holds.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

/// A path may hold any bytes.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool is_json(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  check(ending == ".csv" || ending == ".json", file.string() + ": found " +
                                                   (ending.empty() ? "no ending" : "the ending '" + ending + "'") +
                                                   ", expected .csv or .json for timings");
  return ending == ".json";
}

}  // namespace

TimingsRecorder::TimingsRecorder(const std::filesystem::path& file, Simulation& simulation, const Scene& scene,
                                 int threads)
    : path_(file), json_(is_json(file)), out_(file, std::ios::trunc) {
  check(out_.good(), file.string() + ": cannot be written; name a file in a folder that exists and is writable");
  const DeviceInfo info = device_info();
  const Facts facts = {{"device", simulation.device_name()},
                       {"driver", simulation.on_cuda() ? info.cuda_name : "none (CPU)"},
                       {"cpu", info.cpu_name},
                       {"threads", std::to_string(thread_count(threads))},
                       {"commit", build_commit()},
                       {"scene", scene.path.string()}};
  for (const StageTime& stage : simulation.timings().stages) stages_.push_back(stage.name);
  Facts settings;
  for (const SettingInfo& row : setting_list()) settings.emplace_back(row.key, get(simulation.settings(), row.key));
  json_ ? begin_json(facts, settings) : begin_csv(facts, settings);
  check(out_.good(), file.string() + ": cannot be written (disk full?)");
}

std::vector<std::string> TimingsRecorder::columns() const {
  std::vector<std::string> columns = {"frame", "time_s"};
  for (const char* stage : stages_) columns.push_back(std::string(stage) + "_ms");
  for (const char* last : {"detect_ms", "step_ms", "collisions", "predictions", "inversions"}) columns.push_back(last);
  return columns;
}

void TimingsRecorder::begin_csv(const Facts& facts, const Facts& settings) {
  const auto comment = [&](const std::string& name, const std::string& value) {
    out_ << "# " << name << ": " << one_line(value) << '\n';
  };
  for (const auto& [name, value] : facts) comment(name, value);
  std::string text;
  for (const auto& [key, value] : settings) text += (text.empty() ? "" : "; ") + key + "=" + value;
  comment("settings", text);
  std::string heading;
  for (const std::string& column : columns()) heading += (heading.empty() ? "" : ",") + column;
  out_ << heading << '\n' << std::flush;
}

void TimingsRecorder::begin_json(const Facts& facts, const Facts& settings) {
  Json environment;
  for (const auto& [name, value] : facts) environment[name] = value;
  for (const auto& [key, value] : settings) environment["settings"][key] = value;
  out_ << "{\"environment\": " << text_of(environment) << ",\n\"columns\": " << text_of(columns())
       << ",\n\"frames\": [";
  end_of_rows_ = out_.tellp();
  out_ << kJsonEnd << std::flush;
}

void TimingsRecorder::add_row(Simulation& simulation) {
  const StepTimings& timings = simulation.timings();
  const StepCounters counters = simulation.counters();
  std::string row = std::to_string(simulation.frame()) + ',' + number(simulation.time());
  for (const char* stage : stages_) row += ',' + milliseconds(stage_time(timings.stages, stage));
  row += ',' + milliseconds(timings.detect) + ',' + milliseconds(timings.step);
  for (const int count : {counters.collisions, counters.predictions, counters.inversions})
    row += ',' + std::to_string(count);
  if (json_) {
    out_.seekp(end_of_rows_);
    out_ << (rows_ > 0 ? ",\n[" : "\n[") << row << ']';
    end_of_rows_ = out_.tellp();
    out_ << kJsonEnd << std::flush;
  } else {
    out_ << row << '\n' << std::flush;
  }
  if (!out_.good()) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
  ++rows_;
}

}  // namespace raycloth
