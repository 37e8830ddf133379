#include "app/cli/tables.h"

#include <cmath>
#include <cstdio>
#include <optional>

#include "app/run/interrupt.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/session_player.h"
#include "app/run/progress.h"
#include "app/run/tables/handlers.h"
#include "app/run/tables/parity.h"

namespace raycloth {
namespace {

/// The session that the command line or the scene names; none where neither does.
Session session_of(const SceneOptions& options, const Scene& scene, const Model& model) {
  const std::filesystem::path file = options.replay.empty() ? scene.session : options.replay;
  if (file.empty() || file == "none") return {};
  return read_session(file, model, scene.settings);
}

/// Tells a progress bar of `all` steps how far it is, and whether nobody has had enough.
class TableWatch {
 public:
  explicit TableWatch(long long all) : all_(all), progress_(all) {}

  bool operator()(double part) {
    const long long done = std::llround(part * static_cast<double>(all_));
    if (done > 0) progress_.update(done);
    return !interrupt_.requested();
  }
  bool ended() const { return interrupt_.requested(); }

 private:
  long long all_;
  InterruptGuard interrupt_;
  Progress progress_;
};

}  // namespace

int show_handlers(const HandlersOptions& options) {
  const Scene scene = prepare_scene(options.scene);
  const Model model = build_model(scene);
  std::optional<WholeFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  const HandlersPlan plan{model,
                          scene.settings,
                          session_of(options.scene, scene, model),
                          options.frames,
                          options.scene.device,
                          options.scene.threads,
                          options.check_every};
  HandlersTable table;
  bool ended = false;
  {
    TableWatch watch(static_cast<long long>(options.frames) * static_cast<long long>(std::size(kHandlerNames)));
    table = run_handlers(plan, [&](double part) { return watch(part); });
    ended = watch.ended();
  }
  std::printf("%s, %d frames on %s\n%s", scene.name.c_str(), options.frames, table.device.c_str(),
              handlers_text(table).c_str());
  if (json) {
    json->stream() << handlers_json(table, scene.path.string());
    json->commit();
  }
  return ended ? kInterrupted : 0;
}

int show_parity(const ParityOptions& options) {
  const Scene scene = prepare_scene(options.scene);
  const Model model = build_model(scene);
  const auto simulation = create(model, scene.settings, options.scene.device, options.scene.threads);
  SessionPlayer player(session_of(options.scene, scene, model));
  while (simulation->frame() < options.from) player.step(*simulation);
  TableWatch watch(options.frames);
  const ParityResult result = find_parity(model, simulation->save(), options.scene.threads, options.frames,
                                          [&](double part) { return watch(part); });
  std::printf("%s\n%s", scene.name.c_str(), parity_text(result, model).c_str());
  return result.equal() ? 0 : 1;
}

}  // namespace raycloth
