#include "app/run/compare.h"

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "app/run/divergence.h"
#include "app/run/output/naming.h"
#include "app/run/output/report.h"
#include "app/run/past/session_player.h"
#include "app/run/progress.h"
#include "app/run/state_checks.h"
#include "device/error.h"
#include "sim/model/pins.h"

namespace raycloth {
namespace {

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

/// Of all cloth, in a model that may be cut since.
std::vector<int> pins_said(const Scene& scene, const Model& model) {
  std::vector<int> pins;
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    if (scene.objects[i].kind != ObjectKind::cloth) continue;
    const std::vector<int> chosen = chosen_vertices(model, i, scene.objects[i].pins);
    pins.insert(pins.end(), chosen.begin(), chosen.end());
  }
  return pins;
}

/// Takes up `state`, and goes on from there under the side's own options.
void start_from(const Snapshot& state, Scene scene, const Overrides& overrides, Side& side) {
  scene.settings = state.settings;
  for (size_t i = 0; i < scene.objects.size(); ++i) scene.objects[i].material = state.materials[i];
  apply(overrides, scene);
  std::vector<Material> materials;
  for (const SceneObject& object : scene.objects) materials.push_back(object.material);
  go_on_from(state, scene.settings, materials, *side.simulation);
  if (!overrides.pins.empty()) side.simulation->change_pins(pins_said(scene, side.simulation->model()));
  side.player.seek(state.frame);
}

void print_side(const char* name, const std::string& options, const Side& side) {
  std::printf("%s: %s\n   %s, state %016llx, median of a frame: detect %.3f ms, step %.3f ms\n", name,
              options.empty() ? "(as the scene)" : options.c_str(), side.simulation->device_name().c_str(),
              static_cast<unsigned long long>(side.simulation->state_hash()), summarize(side.detect_ms).median,
              summarize(side.step_ms).median);
}

/// "first frame that differs: 14", or none.
void print_first(const char* what, std::optional<long long> frame) {
  std::printf("%s: %s\n", what, frame ? std::to_string(*frame).c_str() : "none");
}

void print_deviation(const char* when, const Deviation& deviation, const Model& model) {
  std::printf("%s: %.9g m", when, deviation.distance);
  if (deviation.distance > 0) {
    std::printf(" (%s)", vertex_name(model, deviation.vertex).c_str());
  }
  std::printf("\n");
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

}  // namespace

int compare(const CompareOptions& options, const ComparisonWatch& watch) {
  const Scene scene = load_scene(options.scene.files, options.scene.as);
  print_warnings(with_warnings_of({options.a, options.b}, scene));
  Side a = make_side(scene, options.a, options.scene.replay);
  Side b = make_side(scene, options.b, options.scene.replay);
  if (watch.begin) watch.begin(*a.simulation, *b.simulation, scene);
  if (options.from_frame > 0) {
    const Snapshot state = common_state(scene, options.scene, options.from_frame);
    start_from(state, scene, options.a, a);
    start_from(state, scene, options.b, b);
  }
  Divergence divergence;
  {
    Progress progress(options.frames);
    for (int frame = 1; frame <= options.frames; ++frame) {
      a.step();
      b.step();
      if (!stays_finite("a", a, frame) || !stays_finite("b", b, frame)) return 1;
      divergence.look(*a.simulation, *b.simulation);
      progress.update(frame);
    }
  }
  if (watch.end) watch.end(*a.simulation, *b.simulation, scene);
  print_side("a", options.text_a, a);
  print_side("b", options.text_b, b);
  const Deviation& largest = divergence.largest;
  const std::string when = "largest deviation of a position, frame " + std::to_string(largest.frame);
  print_deviation(largest.distance > 0 ? when.c_str() : "largest deviation of a position", largest,
                  a.simulation->model());
  print_deviation("at the last frame", divergence.now, a.simulation->model());
  print_first("first frame that differs", divergence.differs);
  print_first("first frame with a vertex over 1 mm apart", divergence.is_apart);
  std::printf("states %s\n", a.simulation->state_hash() == b.simulation->state_hash() ? "equal" : "differ");
  return 0;
}

}  // namespace raycloth
