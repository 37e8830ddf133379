#include "app/run/output/timings_csv.h"

#include <array>
#include <charconv>

#include "app/run/build_info.h"
#include "app/run/machine.h"
#include "device/error.h"

namespace raycloth {
namespace {

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

}  // namespace

TimingsCsv::TimingsCsv(const std::filesystem::path& file, Simulation& simulation, const Scene& scene, int threads)
    : path_(file), out_(file, std::ios::trunc) {
  check(out_.good(), file.string() + ": cannot be written; name a file in a folder that exists and is writable");
  const DeviceInfo info = device_info();
  const auto comment = [&](const char* name, const std::string& value) {
    out_ << "# " << name << ": " << one_line(value) << '\n';
  };
  comment("device", simulation.device_name());
  comment("driver", simulation.on_cuda() ? info.cuda_name : "none (CPU)");
  comment("cpu", info.cpu_name);
  comment("threads", std::to_string(thread_count(threads)));
  comment("commit", build_commit());
  comment("scene", scene.path.string());
  std::string settings;
  for (const SettingInfo& row : setting_list()) {
    settings += (settings.empty() ? "" : "; ") + std::string(row.key) + "=" + get(simulation.settings(), row.key);
  }
  comment("settings", settings);
  out_ << "frame,time_s";
  for (const StageTime& stage : simulation.timings().stages) {
    stages_.push_back(stage.name);
    out_ << ',' << stage.name << "_ms";
  }
  out_ << ",detect_ms,step_ms,collisions,predictions,inversions\n" << std::flush;
  check(out_.good(), file.string() + ": cannot be written (disk full?)");
}

void TimingsCsv::add_row(Simulation& simulation) {
  const StepTimings& timings = simulation.timings();
  const StepCounters counters = simulation.counters();
  out_ << simulation.frame() << ',' << number(simulation.time());
  for (const char* stage : stages_) out_ << ',' << milliseconds(stage_time(timings.stages, stage));
  out_ << ',' << milliseconds(timings.detect) << ',' << milliseconds(timings.step) << ',' << counters.collisions << ','
       << counters.predictions << ',' << counters.inversions << '\n'
       << std::flush;
  if (!out_.good()) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
  ++rows_;
}

}  // namespace raycloth
