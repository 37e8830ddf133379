// Work that takes a while, done by one thread and watched by others: an export, a report, a table. Whoever watches may
// ask it to end; whoever does it asks whether to go on.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>

namespace raycloth {

struct TaskView {
  std::string what;
  std::optional<double> part;  // of it that is done, 0 to 1; absent: not known
  double seconds = 0;          // since it began
};

class Task {
 public:
  /// Under way while it lives.
  class Scope {
   public:
    Scope(Task& task, std::string what) : task_(task) { task_.begin(std::move(what)); }
    ~Scope() { task_.end(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Task& task_;
  };

  /// Of whoever does the work. False: it is to end.
  bool go_on(double part);
  bool cancelled() const;

  // From any thread.
  void cancel();
  /// Nothing while nothing is under way.
  std::optional<TaskView> view() const;

 private:
  using Clock = std::chrono::steady_clock;

  void begin(std::string what);
  void end();

  mutable std::mutex mutex_;
  std::optional<TaskView> view_;
  Clock::time_point since_{};
  bool cancelled_ = false;
};

}  // namespace raycloth
