// What takes a while: looked at, ended; and tables that a user asks for.
#include "app/workbench/workbench.h"

namespace raycloth {

std::optional<TaskView> Workbench::task() const {
  if (!opening_) return runner_->task();
  TaskView task = opening_->task().value_or(TaskView{});
  task.what = opening_words_;
  return task;
}

void Workbench::cancel_task() {
  if (!opening_) return runner_->cancel_task();
  message = {opening_words_ + " was cancelled" + (starting_ ? ": open another with ctrl + O, or drop a file" : "")};
  stop_opening();
}

void Workbench::find_parity(int frames) {
  playing_.set(false, runner_->ask([frames](LiveScene& scene) { scene.find_parity(frames); }));
}

void Workbench::run_handlers() {
  playing_.set(false, runner_->ask([](LiveScene& scene) { scene.run_handlers(); }));
}

}  // namespace raycloth
