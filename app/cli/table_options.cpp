#include "app/cli/table_options.h"

#include "app/cli/drawn_options.h"

namespace raycloth {
namespace {

Overrides& add_words(CLI::App& app, TakeOptions& take) {
  app.add_option("--name", take.name);
  app.add_option("--note", take.note);
  app.add_option("--of", take.of)->check(whole_number(1, kMaxFrames));
  app.add_option("--from-frame", take.from)->check(whole_number(0, kMaxFrames));
  return take;
}

}  // namespace

void add_takes(CLI::App& app, TakesOptions& options) {
  add_scene(app, options.scene);
  add_replay(app, options.scene);
  add_frames(app, options.frames);
  app.add_option("--take", options.texts,
                 "Another take, in quotes: --name TEXT, --note TEXT, --of NUMBER (the take that it leaves, else the "
                 "first), --from-frame N, and what it changes, as --set and its like")
      ->type_name("\"OPTIONS\"")
      ->allow_extra_args(false);
  app.add_option("--html", options.html, "Write the report")->required()->type_name("FILE.html");
  add_view(app, options.view, "report's pictures");
}

void add_handlers(CLI::App& app, HandlersOptions& options) {
  add_scene(app, options.scene);
  app.add_option("--session,--replay", options.scene.replay,
                 "Do a recorded session again under each; without it, the scene's own; none: not even that")
      ->type_name("FILE.jsonl|none");
  add_frames(app, options.frames);
  app.add_option("--check-every", options.check_every, "Count intersections every K frames; the last is always counted")
      ->capture_default_str()
      ->check(whole_number(1, kMaxFrames));
  app.add_option("--json", options.json, "Write the table")->type_name("FILE.json");
}

void add_parity(CLI::App& app, ParityOptions& options) {
  add_scene(app, options.scene);
  add_replay(app, options.scene);
  add_frames(app, options.frames);
  add_from_frame(app, options.from, "Run N steps first, on the device that is chosen");
}

TakesOptions finished(TakesOptions options) {
  move_assignments(options.scene);
  require_scene(options.scene, "takes");
  for (const std::string& text : options.texts) {
    CLI::App app("", "--take");
    app.set_help_flag();
    TakeOptions take;
    add_overrides(app, add_words(app, take));
    parse_text(app, text, "--take");
    options.takes.push_back(std::move(take));
  }
  return options;
}

HandlersOptions finished(HandlersOptions options, const std::filesystem::path& usual_scene) {
  move_assignments(options.scene);
  if (options.scene.files.empty()) options.scene.files = {usual_scene};
  return options;
}

ParityOptions finished(ParityOptions options) {
  move_assignments(options.scene);
  require_scene(options.scene, "parity");
  return options;
}

}  // namespace raycloth
