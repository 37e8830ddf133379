#include "app/run/live/task.h"

namespace raycloth {

void Task::begin(std::string what) {
  const std::lock_guard lock(mutex_);
  view_ = TaskView{std::move(what), std::nullopt, 0};
  since_ = Clock::now();
  cancelled_ = false;
}

void Task::end() {
  const std::lock_guard lock(mutex_);
  view_.reset();
}

bool Task::go_on(double part) {
  const std::lock_guard lock(mutex_);
  if (view_) view_->part = part;
  return !cancelled_;
}

bool Task::cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

void Task::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
}

std::optional<TaskView> Task::view() const {
  const std::lock_guard lock(mutex_);
  std::optional<TaskView> view = view_;
  if (view) view->seconds = std::chrono::duration<double>(Clock::now() - since_).count();
  return view;
}

}  // namespace raycloth
