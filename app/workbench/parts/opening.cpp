#include "app/workbench/parts/opening.h"

#include <utility>

namespace raycloth {

Opening::~Opening() {
  for (const auto& runner : retired_) runner->close();
  if (runner_) runner_->close();
}

void Opening::begin(What what, std::string words, Runner::Loader loader) {
  begin(what, std::move(words), std::make_unique<Runner>(std::move(loader), options_, wake_));
}

void Opening::begin(What what, std::string words, std::unique_ptr<Runner> runner) {
  if (runner_) give_up();
  what_ = what;
  words_ = std::move(words);
  runner_ = std::move(runner);
}

TaskView Opening::task() const {
  TaskView task = runner_->task().value_or(TaskView{});
  task.what = words_;
  return task;
}

void Opening::retire(std::unique_ptr<Runner> runner) {
  runner->close();
  retired_.push_back(std::move(runner));
}

void Opening::collect() {
  std::erase_if(retired_, [](const auto& runner) { return runner->closed(); });
}

}  // namespace raycloth
