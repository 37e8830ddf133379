// Raycloth's entry: reads the command line and hands over to one command. Exit codes: 0 done, 1 the run
// failed, 2 the command line or an input file is wrong.
#include <cstdio>
#include <exception>

#include "app/bench/bench.h"
#include "app/cli/command_line.h"
#include "app/cli/compare_drawn.h"
#include "app/cli/info.h"
#include "app/cli/inspect.h"
#include "app/cli/run_headless.h"
#include "app/cli/tables.h"
#include "app/cli/takes.h"
#include "app/cli/timings.h"
#include "app/run/scene_options.h"
#include "app/window/window.h"
#include "device/error.h"

namespace raycloth {
namespace {

int execute(const HelpText& help) { return std::fputs(help.text.c_str(), stdout) < 0 ? 1 : 0; }
int execute(const WindowOptions& options) { return run_window(options); }
int execute(const RunOptions& options) { return run_headless(options); }
int execute(const InspectOptions& options) { return inspect_vertex(options); }
int execute(const CompareDrawnOptions& options) { return compare_drawn(options); }
int execute(const TakesOptions& options) { return run_takes(options); }
int execute(const HandlersOptions& options) { return show_handlers(options); }
int execute(const ParityOptions& options) { return show_parity(options); }
int execute(const BenchOptions& options) { return bench(options); }
int execute(const TimingsOptions& options) { return show_timings(options); }
int execute(const InfoCommand&) { return print_info(); }
int execute(const FabricsCommand&) { return print_fabrics(); }
int execute(const SettingsCommand&) { return print_settings(); }
int execute(const CommandsCommand&) { return print_commands(); }
int execute(const ScenesCommand&) { return print_scenes(); }

/// Throws InputError on a processor this build cannot run on, before its first such instruction.
void check_processor() {
  __builtin_cpu_init();
  check(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"),
        "this build needs a processor with AVX2, FMA and BMI2 (x86-64-v3); this one lacks them");
}

}  // namespace
}  // namespace raycloth

int main(int argc, char** argv) {
  using namespace raycloth;
  try {
    check_processor();
    return std::visit([](const auto& command) { return execute(command); }, parse_command_line(argc, argv));
  } catch (const InputError& error) {
    std::fprintf(stderr, "raycloth: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "raycloth: %s\n", error.what());
    return 1;
  }
}
