// Tables over runs that begin where a scene is, or do again what was done to it.
#include "app/run/live/live_scene.h"
#include "app/run/tables/handlers.h"
#include "app/run/tables/parity.h"

namespace raycloth {

void LiveScene::find_parity(int frames) {
  play(false);
  const Task::Scope scope(task_, "the same bits on both devices?");
  auto result = std::make_shared<ParityResult>(raycloth::find_parity(
      opened_->model, simulation_->save(), threads_, frames, [this](double part) { return goes_on(part); }));
  if (task_.cancelled()) return tell("cancelled after " + std::to_string(result->frames) + " frames");
  parity_ = std::move(result);
}

void LiveScene::run_handlers() {
  play(false);
  const long long frames = timeline_->last_frame();
  if (frames == 0) return tell("nothing has been done yet that could be done again: take some steps", true);
  const Task::Scope scope(task_, "every handler, " + std::to_string(frames) + " frames each");
  const Timeline::Take& take = timeline_->takes()[timeline_->present_take()];
  const HandlersPlan plan{built_->model,
                          timeline_->authored().settings,
                          take.log,
                          frames,
                          simulation_->on_cuda() ? DeviceChoice::cuda : DeviceChoice::cpu,
                          threads_};
  auto table =
      std::make_shared<HandlersTable>(raycloth::run_handlers(plan, [this](double part) { return goes_on(part); }));
  if (task_.cancelled()) tell("cancelled: " + std::to_string(table->rows.size()) + " handlers are told of");
  handlers_ = std::move(table);
}

}  // namespace raycloth
