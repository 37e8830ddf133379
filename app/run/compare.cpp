#include "app/run/compare.h"

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "app/run/interrupt.h"
#include "app/run/output/comparison_text.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/session_player.h"
#include "app/run/progress.h"
#include "app/run/state_checks.h"
#include "device/error.h"

namespace raycloth {
namespace {

constexpr int kBroken = 1;  // a state is not finite

/// One of the two runs.
struct Side {
  std::unique_ptr<Simulation> simulation;
  SessionPlayer player;
  std::vector<float> detect_ms, step_ms;

  void step() {
    player.step(*simulation);
    detect_ms.push_back(simulation->timings().detect);
    step_ms.push_back(simulation->timings().step);
  }
};

Side make_side(Scene scene, const Overrides& overrides, const std::filesystem::path& replay) {
  apply(overrides, scene);
  const Model model = build_model(scene);
  return {
      create(model, scene.settings, overrides.device, overrides.threads), make_player(replay, scene, model), {}, {}};
}

/// The state after `frames` steps under the options that both sides share.
Snapshot common_state(Scene scene, const SceneOptions& options, int frames) {
  apply(options, scene);
  const Model model = build_model(scene);
  const auto simulation = create(model, scene.settings, options.device, options.threads);
  SessionPlayer player = make_player(options.replay, scene, model);
  Progress progress(frames);
  for (int frame = 1; frame <= frames; ++frame) {
    player.step(*simulation);
    progress.update(frame);
  }
  return simulation->save();
}

/// Takes up `state`, and goes on from there under the side's own options.
void start_from(const Snapshot& state, Scene scene, const Overrides& overrides, Side& side) {
  scene.settings = state.settings;
  for (size_t i = 0; i < scene.objects.size(); ++i) scene.objects[i].material = state.materials[i];
  apply(overrides, scene);
  std::vector<Material> materials;
  for (const SceneObject& object : scene.objects) materials.push_back(object.material);
  go_on_from(state, scene.settings, materials, *side.simulation);
  if (!overrides.pins.empty()) side.simulation->change_pins(pins_said(overrides.pins, scene, side.simulation->model()));
  side.player.seek(state.frame);
}

ComparedRun about(const std::string& options, const Side& side) {
  return {options, side.simulation->device_name(), side.simulation->state_hash(), summarize(side.detect_ms),
          summarize(side.step_ms)};
}

bool stays_finite(const char* name, Side& side, int frame) {
  const std::string object = first_not_finite(*side.simulation);
  if (object.empty()) return true;
  std::fprintf(stderr, "raycloth: run %s, frame %d: object '%s' has positions or velocities that are not finite\n",
               name, frame, object.c_str());
  return false;
}

/// The scene with what either side's overrides make it warn of, each line once.
Scene with_warnings_of(std::initializer_list<Overrides> sides, Scene scene) {
  const Scene loaded = scene;
  for (const Overrides& side : sides) {
    Scene changed = loaded;
    apply(side, changed);
    for (const std::string& line : changed.warnings)
      if (std::find(scene.warnings.begin(), scene.warnings.end(), line) == scene.warnings.end())
        scene.warnings.push_back(line);
  }
  return scene;
}

/// Steps both until the frames are done or the user has had enough, and says in `runs` how many were. Returns the exit
/// code.
int run_both(const CompareOptions& options, const ComparisonWatch& watch, Side& a, Side& b, ComparedRuns& runs) {
  const InterruptGuard interrupt;
  Progress progress(options.frames);
  for (int frame = 1; frame <= options.frames; ++frame) {
    a.step();
    b.step();
    if (!stays_finite("a", a, frame) || !stays_finite("b", b, frame)) return kBroken;
    runs.divergence.look(*a.simulation, *b.simulation);
    if (watch.step) watch.step(*a.simulation, *b.simulation);
    progress.update(frame);
    if (frame == options.frames || !interrupt.requested()) continue;
    progress.clear();
    std::fprintf(stderr, "raycloth: interrupted after frame %d of %d\n", frame, options.frames);
    runs.frames = frame;
    return kInterrupted;
  }
  return 0;
}

}  // namespace

int compare(const CompareOptions& options, const ComparisonWatch& watch) {
  const Scene scene = load_scene(options.scene.files, options.scene.as);
  print_warnings(with_warnings_of({options.a, options.b}, scene));
  Side a = make_side(scene, options.a, options.scene.replay);
  Side b = make_side(scene, options.b, options.scene.replay);
  std::optional<WholeFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  if (watch.begin) watch.begin(*a.simulation, *b.simulation, scene);
  if (options.from_frame > 0) {
    const Snapshot state = common_state(scene, options.scene, options.from_frame);
    start_from(state, scene, options.a, a);
    start_from(state, scene, options.b, b);
  }
  ComparedRuns runs{scene.path.string(), options.frames, options.from_frame, {}, {}, {}};
  const int code = run_both(options, watch, a, b, runs);
  if (code == kBroken) return code;
  if (watch.end) watch.end(*a.simulation, *b.simulation, scene);
  runs.a = about(options.text_a, a);
  runs.b = about(options.text_b, b);
  std::printf("%s", comparison_text(runs, a.simulation->model()).c_str());
  if (json) {
    json->stream() << comparison_json(runs, a.simulation->model());
    json->commit();
  }
  return code;
}

}  // namespace raycloth
