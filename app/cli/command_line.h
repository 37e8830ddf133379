// The command line: words in, one command out. Knows nothing of what the commands do.
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "app/bench/bench.h"
#include "app/cli/compare_drawn.h"
#include "app/cli/inspect.h"
#include "app/cli/run_headless.h"
#include "app/cli/tables.h"
#include "app/cli/takes.h"
#include "app/cli/timings.h"
#include "app/run/scene_options.h"
#include "app/window/window.h"

namespace raycloth {

struct HelpText {
  std::string text;
};
struct InfoCommand {};
struct ScenesCommand {};
struct CommandsCommand {};
struct FabricsCommand {};
struct SettingsCommand {};

using Command = std::variant<WindowOptions, RunOptions, InspectOptions, CompareDrawnOptions, TakesOptions,
                             HandlersOptions, ParityOptions, BenchOptions, TimingsOptions, InfoCommand, ScenesCommand,
                             CommandsCommand, FabricsCommand, SettingsCommand, HelpText>;

/// Throws InputError with one line when the words make no command.
Command parse_command_line(int argc, const char* const* argv);

/// The options of one side of `raycloth compare`, as one string ("--device cpu --set substeps=8"); quotes
/// keep blanks together. What they leave out is as in `common`. `name` is used in messages. Throws
/// InputError.
Overrides parse_overrides(const std::string& options, const std::string& name, const Overrides& common);

}  // namespace raycloth
