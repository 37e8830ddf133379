#include "app/run_headless.h"

#include <cstdio>
#include <memory>
#include <optional>

#include "app/interrupt.h"
#include "app/picture.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/session_player.h"
#include "app/state_checks.h"
#include "app/timings_csv.h"
#include "app/whole_file.h"

namespace raycloth {
namespace {

constexpr int kInterrupted = 130;  // as a shell tells of SIGINT

/// The files a run fills, opened before its first frame.
struct Outputs {
  std::optional<WholeFile> report;
  std::optional<TimingsCsv> timings;
  std::unique_ptr<MeshExporter> meshes;
};

void open_outputs(Outputs& outputs, const RunOptions& options, const Scene& scene, Simulation& simulation) {
  if (!options.report.empty()) outputs.report.emplace(options.report);
  if (!options.timings.empty())
    outputs.timings.emplace(options.timings, simulation, scene, options.scene.threads);
  if (!options.export_folder.empty()) {
    outputs.meshes = make_exporter(options.export_format, options.export_folder, scene, simulation.model());
  }
  if (!options.picture.empty()) WholeFile probe(options.picture);  // throws when it cannot be written
}

void check_state(Simulation& simulation, RunRecord& record) {
  const auto pairs = static_cast<long long>(crossings(simulation).size());
  record.add_check(pairs, largest_strain(simulation.model(), simulation.positions()));
}

/// Steps until the frames are done, the state is broken or the user has had enough. Returns the exit code.
int run_frames(const RunOptions& options, SessionPlayer& player, Simulation& simulation, Outputs& outputs,
               RunRecord& record) {
  const InterruptGuard interrupt;
  Progress progress(options.frames);
  for (int frame = 1; frame <= options.frames; ++frame) {
    player.step(simulation);
    record.add_step(simulation);
    if (outputs.timings) outputs.timings->add_row(simulation);
    if (const std::string object = first_not_finite(simulation); !object.empty()) {
      record.mark_not_finite();
      progress.clear();
      std::fprintf(stderr,
                   "raycloth: frame %d: object '%s' has positions or velocities that are not finite\n", frame,
                   object.c_str());
      return 1;
    }
    if (outputs.meshes) outputs.meshes->add_frame(frame, simulation.positions());
    const bool last = frame == options.frames || interrupt.requested();
    if (last || (options.check_every > 0 && frame % options.check_every == 0))
      check_state(simulation, record);
    progress.update(frame);
    if (last && frame < options.frames) {
      progress.clear();
      std::fprintf(stderr, "raycloth: interrupted after frame %d of %d\n", frame, options.frames);
      return kInterrupted;
    }
  }
  return 0;
}

}  // namespace

int run_headless(const RunOptions& options) {
  const Scene scene = prepare_scene(options.scene);
  const std::unique_ptr<Simulation> simulation =
      create(build_model(scene), scene.settings, options.scene.device, options.scene.threads);
  SessionPlayer player = make_player(options.scene.replay, scene, simulation->model());
  Outputs outputs;
  open_outputs(outputs, options, scene, *simulation);
  RunRecord record;
  const int code = run_frames(options, player, *simulation, outputs, record);
  if (outputs.report) {
    outputs.report->stream() << record.to_json(scene, *simulation, options.scene.threads);
    outputs.report->commit();
  }
  if (!options.picture.empty() && code != 1) save_picture(*simulation, scene, options.picture);
  std::printf("%s: %lld frames on %s, state %016llx\n", scene.name.c_str(), record.frames(),
              simulation->device_name().c_str(), static_cast<unsigned long long>(simulation->state_hash()));
  return code;
}

}  // namespace raycloth
