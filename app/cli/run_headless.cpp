#include "app/cli/run_headless.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/run/interrupt.h"
#include "app/run/output/naming.h"
#include "app/run/output/report.h"
#include "app/run/output/scene_file.h"
#include "app/run/output/timings_recorder.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/session_player.h"
#include "app/run/progress.h"
#include "app/run/state_checks.h"
#include "app/view/windowless/picture.h"

namespace raycloth {
namespace {

/// The frames that are exported.
class Export {
 public:
  Export(const RunOptions& options, const Scene& scene, Simulation& simulation)
      : range_(options.export_frames.value_or(FrameRange{1, options.frames})) {
    const bool one = options.export_frames && range_.first == range_.last;
    meshes_ =
        make_exporter({export_target(options.export_path, options.export_format), simulation.settings().time_step, one},
                      scene, simulation.model());
  }

  void look(Simulation& simulation) {
    if (!range_.holds(simulation.frame())) return;
    meshes_->add_frame(exported_frame(simulation));
    any_ = true;
  }
  void finish() {
    if (any_) return meshes_->finish();
    std::fprintf(stderr, "raycloth: --export-frames: the run ended before frame %lld: none is exported\n",
                 range_.first);
  }

 private:
  FrameRange range_;
  std::unique_ptr<MeshExporter> meshes_;
  bool any_ = false;
};

/// The files a run fills, opened before its first frame.
struct Outputs {
  std::optional<WholeFile> report, scene;
  std::optional<TimingsRecorder> timings;
  std::optional<Export> meshes;
  std::optional<VideoRecorder> video;
};

void open_outputs(Outputs& outputs, const RunOptions& options, const Scene& scene, Simulation& simulation) {
  if (!options.report.empty()) outputs.report.emplace(options.report);
  if (!options.timings.empty()) outputs.timings.emplace(options.timings, simulation, scene, options.scene.threads);
  if (!options.export_path.empty()) outputs.meshes.emplace(options, scene, simulation);
  if (!options.save_scene.empty()) {
    scene_text(scene, simulation, options.save_scene);  // throws when there is none
    outputs.scene.emplace(options.save_scene);
  }
  if (!options.picture.empty()) WholeFile probe(options.picture);  // throws when it cannot be written
  if (!options.video.file.empty()) outputs.video.emplace(options.video, options.drawn, scene, simulation);
}

/// Whether the state after this frame is to be checked; the last always is.
bool is_checked(const RunOptions& options, int frame) {
  const int every = options.stop_at_penetration ? std::max(1, options.check_every) : options.check_every;
  return every > 0 && frame % every == 0;
}

/// True when surfaces cross.
bool check_state(Simulation& simulation, RunRecord& record) {
  const std::optional<Penetration> found = find_penetration(simulation);
  record.add_check(found, strain_of(simulation.model(), simulation.positions()));
  return found.has_value();
}

void print_penetration(const Model& model, const Penetration& found) {
  std::printf("frame %lld: %lld pairs cross, first %s at (%g, %g, %g)\n", found.frame, found.pairs,
              crossing_name(model, found.first).c_str(), found.place.x, found.place.y, found.place.z);
}

/// Steps until the frames are done, the state is broken or the user has had enough. Returns the exit code.
int run_frames(const RunOptions& options, SessionPlayer& player, Simulation& simulation, Outputs& outputs,
               RunRecord& record) {
  const InterruptGuard interrupt;
  Progress progress(options.frames);
  if (outputs.meshes) outputs.meshes->look(simulation);
  for (int frame = 1; frame <= options.frames; ++frame) {
    player.step(simulation);
    record.add_step(simulation);
    if (outputs.timings) outputs.timings->add_row(simulation);
    if (const std::string object = first_not_finite(simulation); !object.empty()) {
      record.mark_not_finite();
      progress.clear();
      std::fprintf(stderr, "raycloth: frame %d: object '%s' has positions or velocities that are not finite\n", frame,
                   object.c_str());
      return 1;
    }
    if (outputs.meshes) outputs.meshes->look(simulation);
    if (outputs.video) outputs.video->add(simulation);
    const bool last = frame == options.frames || interrupt.requested();
    const bool crossed = (last || is_checked(options, frame)) && check_state(simulation, record);
    progress.update(frame);
    if (crossed && options.stop_at_penetration) {
      progress.clear();
      print_penetration(simulation.model(), *record.first_penetration());
      return 0;
    }
    if (last && frame < options.frames) {
      progress.clear();
      std::fprintf(stderr, "raycloth: interrupted after frame %d of %d\n", frame, options.frames);
      return kInterrupted;
    }
  }
  return 0;
}

}  // namespace

int run_headless(RunOptions options) {
  const Scene scene = prepare_scene(options.scene);
  const std::unique_ptr<Simulation> simulation =
      create(build_model(scene), scene.settings, options.scene.device, options.scene.threads);
  find_boxes(simulation->model(), options.drawn);
  SessionPlayer player = make_player(options.scene.replay, scene, simulation->model());
  Outputs outputs;
  open_outputs(outputs, options, scene, *simulation);
  RunRecord record;
  const int code = run_frames(options, player, *simulation, outputs, record);
  if (outputs.meshes) outputs.meshes->finish();
  if (outputs.video) {
    outputs.video->finish();
    outputs.video.reset();  // one drawing context at a time
  }
  if (outputs.report) {
    outputs.report->stream() << record.to_json(scene, *simulation, options.scene.threads);
    outputs.report->commit();
  }
  if (outputs.scene) {
    outputs.scene->stream() << scene_text(scene, *simulation, options.save_scene);
    outputs.scene->commit();
  }
  if (!options.picture.empty() && code != 1)
    save_picture(*simulation, scene, options.picture, options.drawn, options.picture_size);
  std::printf("%s: %lld frames on %s, state %016llx\n", scene.name.c_str(), record.frames(),
              simulation->device_name().c_str(), static_cast<unsigned long long>(simulation->state_hash()));
  return code;
}

}  // namespace raycloth
