#include "app/cli/command_line.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/drawn_options.h"
#include "app/cli/option_parts.h"
#include "app/cli/table_options.h"
#include "app/run/build_info.h"
#include "app/view/window_look.h"
#include "device/error.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

void add_window(CLI::App& app, WindowOptions& options) {
  add_scene(app, options.scene);
  add_replay(app, options.scene);
  app.add_option(
         "--display-rate", options.display_rate,
         "Draw the window at most HZ times a second: spares a battery; without it, as often as the display shows")
      ->type_name("HZ")
      ->check(whole_number(1, 1000));
  const std::vector<std::string> qualities = words(kQualityNames);
  app.add_option_function<std::string>(
         "--quality", [&options, qualities](const auto& word) { options.quality = named<Quality>(word, qualities); },
         "Of the window's picture: high, low, or auto: as high as stays quick")
      ->check(CLI::IsMember(qualities));
  app.add_option("--ui-scale", options.ui_scale,
                 "Size of the window's letters and panels, times what the display asks for")
      ->type_name("FACTOR")
      ->check(number(WindowLook::kLeastScale, WindowLook::kMostScale));
  app.add_option("--frame-log", options.frame_log, "Of the window: write a row for every frame that the display draws")
      ->type_name("FILE.csv");
  app.add_option("--widget-map", options.widget_map,
                 "Of the window: write where its widgets are, by name: left, top, width, height in pixels")
      ->type_name("FILE.json");
}

/// "A:B", or one number.
FrameRange frame_range(const std::string& text) {
  const size_t colon = text.find(':');
  const auto first = whole_of(text.substr(0, colon)), last = whole_of(text.substr(colon == text.npos ? 0 : colon + 1));
  if (!first || !last || *first > *last)
    throw CLI::ValidationError("--export-frames",
                               "found '" + text + "', expected a frame, or two as A:B, from 0 on, in this order");
  return {*first, *last};
}

void add_export(CLI::App& app, RunOptions& options) {
  app.add_option("--export", options.export_path,
                 "Write the cloth of every frame into a folder, or a file whose ending tells the format")
      ->type_name("DIR|FILE");
  const std::vector<std::string> formats = words(kExportFormatNames);
  app.add_option_function<std::string>(
         "--format",
         [&options, formats](const auto& word) { options.export_format = named<ExportFormat>(word, formats); },
         "Of the export: obj, ply, pc2, usda, gltf or glb")
      ->check(CLI::IsMember(formats))
      ->needs("--export");
  app.add_option_function<std::string>(
         "--export-frames", [&options](const std::string& text) { options.export_frames = frame_range(text); },
         "Export only frames A to B, or one; 0 is how the run begins")
      ->type_name("A:B|N")
      ->needs("--export");
}

void add_run(CLI::App& app, RunOptions& options) {
  add_scene(app, options.scene);
  add_replay(app, options.scene);
  add_frames(app, options.frames);
  app.add_option("--timings", options.timings, "Write a row of timings a frame")->type_name("FILE.csv|FILE.json");
  app.add_option("--report", options.report, "Write a summary of the run")->type_name("FILE.json");
  app.add_option("--check-every", options.check_every, "Count intersections every K frames; the last is always checked")
      ->check(whole_number(1, kMaxFrames));
  app.add_flag("--stop-at-penetration", options.stop_at_penetration,
               "End at the first checked frame at which surfaces cross; every frame is checked, or every K");
  app.add_option("--save-scene", options.save_scene,
                 "Write the scene with the settings, materials and pins that it ends with")
      ->type_name("FILE.json");
  app.add_option("--picture", options.picture, "Draw the last frame, without a window")
      ->type_name("FILE.png")
      ->check(png_file());
  add_drawn(app, options.drawn, "picture or video", false);
  add_size(app, "picture", options.picture_size);
  add_export(app, options);
  add_video(app, options.video);
}

void add_inspect(CLI::App& app, InspectOptions& options) {
  add_scene(app, options.scene);
  app.add_option("--frame", options.frame, "Steps to run first; the last detection of the last is shown")
      ->capture_default_str()
      ->check(whole_number(1, kMaxFrames));
  app.add_option(
         "--vertex", options.vertex,
         "A vertex by its number in the object's file, the first being 0; a number alone is of the only object, "
         "or the only cloth")
      ->type_name("OBJECT:NUMBER")
      ->required();
  app.add_flag("--json", options.json, "As JSON: rays with hit, lengths, sides, rule, verdict and contact; push");
}

void add_compare(CLI::App& app, CompareDrawnOptions& options) {
  add_scene(app, options.scene);
  add_replay(app, options.scene);
  add_frames(app, options.frames);
  add_from_frame(app, options.from_frame, "Start both from the state after N steps under the common options");
  app.add_option("--a", options.text_a, "Options of the first run, in quotes")->required()->type_name("\"OPTIONS\"");
  app.add_option("--b", options.text_b, "Options of the second run, in quotes")->required()->type_name("\"OPTIONS\"");
  app.add_option("--picture", options.picture, "Draw the last frame of both, A in the left half and B in the right one")
      ->type_name("FILE.png")
      ->check(png_file());
  add_size(app, "picture", options.picture_size);
  add_video(app, options.video);
  add_drawn(app, options.drawn, "picture or video", true);
  app.add_option("--divider", options.divider,
                 "Of the picture or video: where A ends and B begins, 0 to 1 of its width; without it, 0.5")
      ->type_name("PART")
      ->check(number(0, 1));
  app.add_option("--json", options.json, "Write what is printed, as fields")->type_name("FILE.json");
}

void add_bench(CLI::App& app, BenchOptions& options) {
  app.add_option("--json", options.json, "Write what was measured, part by part")->type_name("FILE.json");
  app.add_option("--rays-mesh", options.rays_mesh, "Trace the rays of this mesh; without it, of eight crumpled sheets")
      ->type_name("FILE.obj");
  add_device(app, options.device);
}

void add_timings(CLI::App& app, TimingsOptions& options) {
  app.add_option("a", options.a, "A recording of timings: run --timings, or the window's")->required()->type_name("A");
  app.add_option("b", options.b, "Another")->required()->type_name("B");
  app.add_option("--plot", options.plot, "Draw medians, 95th percentiles and all steps")
      ->type_name("FILE.png")
      ->check(png_file());
}

/// Options before a command would be the window's, and lost.
void refuse_stray_options(const CLI::App& app, const std::string& command) {
  for (const CLI::Option* option : app.get_options()) {
    check(option->count() == 0, option->get_name() + " stands before '" + command + "': put it after");
  }
}

fs::path usual_scene() { return asset_directory() / "scenes" / "two_sheets_ball.json"; }

Command window_command(WindowOptions window) {
  move_assignments(window.scene);
  move_session(window.scene);
  if (window.scene.files.empty()) window.scene.files = {usual_scene()};
  return window;
}

/// A video of the steps after that frame has a picture.
void require_pictures(const VideoOptions& video, int from_frame, int frames) {
  const int every = video.format.every;
  check(video.file.empty() || from_frame / every < (from_frame + frames) / every,
        "--video-every: found " + std::to_string(every) + ", expected less: none of the frames " +
            std::to_string(from_frame + 1) + " to " + std::to_string(from_frame + frames) + " is a multiple of it");
}

Command compare_command(CompareDrawnOptions options) {
  move_assignments(options.scene);
  move_session(options.scene);
  require_scene(options.scene, "compare");
  options.a = parse_overrides(options.text_a, "--a", options.scene);
  options.b = parse_overrides(options.text_b, "--b", options.scene);
  require_pictures(options.video, options.from_frame, options.frames);
  return options;
}

Command inspect_command(InspectOptions options) {
  move_assignments(options.scene);
  require_scene(options.scene, "inspect");
  return options;
}

Command run_command(RunOptions options) {
  move_assignments(options.scene);
  move_session(options.scene);
  require_scene(options.scene, "run");
  if (const auto& range = options.export_frames)
    check(range->last <= options.frames, "--export-frames: found frame " + std::to_string(range->last) +
                                             ", expected none after --frames " + std::to_string(options.frames));
  require_pictures(options.video, 0, options.frames);
  return options;
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  CLI::App app(
      "Raycloth: cloth simulated by position based dynamics, its collisions found by traced rays.\n"
      "Without a command it opens a window; the scene shown first is two_sheets_ball.",
      "raycloth");
  app.set_version_flag("--version", build_description());
  app.require_subcommand(0, 1);
  WindowOptions window;
  RunOptions run;
  InspectOptions inspect;
  CompareDrawnOptions compare;
  TakesOptions takes;
  HandlersOptions handlers;
  ParityOptions parity;
  BenchOptions bench;
  TimingsOptions timings;
  add_window(app, window);
  add_run(*app.add_subcommand("run", "Run a scene without a window"), run);
  add_inspect(*app.add_subcommand("inspect", "What the rays of one vertex met, and by which rule they were judged"),
              inspect);
  add_compare(*app.add_subcommand("compare", "Two runs from one state: largest deviation, milliseconds, hashes"),
              compare);
  add_takes(*app.add_subcommand("takes", "Several takes of a scene, each with changes from a frame on, and a report"),
            takes);
  add_handlers(*app.add_subcommand("handlers", "One course of a scene under every handler of collisions, as a table"),
               handlers);
  add_parity(*app.add_subcommand("parity", "CPU and CUDA from one state: hashes, largest deviation"), parity);
  add_bench(*app.add_subcommand("bench", "Measure ray queries against Embree, the shipped scenes and their growth"),
            bench);
  add_timings(*app.add_subcommand("timings", "Two recordings of timings, stage by stage: median, p95, ratio"), timings);
  app.add_subcommand("info", "Devices, versions, build");
  app.add_subcommand("scenes", "The shipped scenes, a line each");
  app.add_subcommand("fabrics", "Materials as they were measured, with their sources");
  app.add_subcommand("settings", "Every setting: what it does, its unit, range and default, and where it comes from");
  app.add_subcommand("commands", "What the window can be told to do, by key, by name and with the mouse");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return HelpText{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return HelpText{std::string("raycloth ") + version.what() + "\n"};
  } catch (const CLI::ParseError& error) {
    throw InputError(words_of(error, app) + " (raycloth --help lists what there is)");
  }
  if (app.get_subcommands().empty()) return window_command(window);
  const std::string command = app.get_subcommands().front()->get_name();
  refuse_stray_options(app, command);
  const CLI::App& chosen = *app.get_subcommands().front();
  if (command == "run") {
    require_drawing(chosen, !run.picture.empty() || !run.video.file.empty(), "--picture or --video");
    return run_command(run);
  }
  if (command == "inspect") return inspect_command(inspect);
  if (command == "compare") {
    require_drawing(chosen, !compare.picture.empty() || !compare.video.file.empty(), "--picture or --video");
    return compare_command(compare);
  }
  if (command == "takes") return finished(takes);
  if (command == "handlers") return finished(handlers, usual_scene());
  if (command == "parity") return finished(parity);
  if (command == "bench") return bench;
  if (command == "timings") return timings;
  if (command == "info") return InfoCommand{};
  if (command == "fabrics") return FabricsCommand{};
  if (command == "settings") return SettingsCommand{};
  if (command == "commands") return CommandsCommand{};
  return ScenesCommand{};
}

Overrides parse_overrides(const std::string& options, const std::string& name, const Overrides& common) {
  CLI::App app("", name);
  app.set_help_flag();
  Overrides overrides = common;
  overrides.set.clear();
  overrides.pins.clear();
  add_overrides(app, overrides);
  parse_text(app, options, name);
  overrides.set.insert(overrides.set.begin(), common.set.begin(), common.set.end());
  overrides.pins.insert(overrides.pins.begin(), common.pins.begin(), common.pins.end());
  return overrides;
}

}  // namespace raycloth
