// Runs a scene on a thread of its own. Whoever displays it never waits for a step: it asks, and it looks.
//
//   display's thread                               the runner's thread
//   ----------------                               -------------------
//   ask(...)  --- commands, in their order --->    all that wait are done, each as a whole
//                                                  a step, if it plays and one is due
//   newest()  <-- one whole frame, shared ---      the state, copied, is published
//                                                  sleeps until a step is due or something is asked
//
// Who owns what: the LiveScene (simulation, timeline, recorders) belongs to the runner's thread alone, from its making
// to its end; commands are the one way to reach it. Frames are written by that thread before they are published and by
// nobody afterwards; the last who looks at one gives its memory back to be filled again. Between the two threads there
// are only the list of commands, the pointer to the newest frame, the news of steps, all under one short lock, and the
// request to close.
//
// While A and B are compared, the LiveScene steps both, one after the other, and a frame is of both.
//
// Every command gets a ticket; a frame says up to which ticket it is. Until then the asker shows what it asked for.
//
// Closing does not wait: a step under way is abandoned (Simulation::abandon) and the thread ends by itself, which
// closed() tells; the destructor waits for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/run/live/frame.h"
#include "app/run/live/frame_pool.h"
#include "app/run/live/live_scene.h"

namespace raycloth {

class Runner {
 public:
  using Command = std::function<void(LiveScene&)>;  // an exception becomes the frame's message
  using Loader = std::function<LoadedScene(const Watch&)>;

  /// How a command is merged with those that still wait, so that a slider drawn on during a long step does not leave a
  /// trail of work. A deed is done as often as it was asked for. A value outdoes an earlier one of its name that is
  /// followed by values alone. A goal outdoes the same goal if that was asked for last.
  enum class Kind { deed, value, goal };

  /// Loads, builds and runs on a new thread; the scene is paused at first. `published` is called on that thread after
  /// every frame, and when it ends.
  Runner(Loader loader, LiveOptions options, std::function<void()> published = {});
  ~Runner();  // closes and waits
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // All of these from any thread; none but wait_until_loaded waits for more than a short lock.
  Ticket ask(Command command);
  Ticket ask(Kind kind, std::string name, Command command);
  /// nullptr while it loads.
  std::shared_ptr<const Frame> newest() const;
  /// What the thread died of: the scene could not be loaded, or its device failed. The frames stay.
  std::exception_ptr failure() const;
  StepNews take_news();
  /// How long the step, or whatever else is under way, has taken so far, s; 0 while nothing is.
  double busy_seconds() const;
  /// Loading, or whatever else takes a while; nothing while nothing is under way.
  std::optional<TaskView> task() const;
  /// It ends soon; whoever loads is closed instead.
  void cancel_task();

  void close();
  bool closed() const { return closed_; }

  /// Or for `most` s. Throws what loading threw.
  void wait_until_loaded(double most = kLongestWait) const;

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr double kLongestWait = 1e6;  // s

  struct Waiting {
    Ticket ticket;
    Kind kind;
    std::string name;
    Command command;
  };

  struct Reachable;

  bool closing() const;
  bool anything_waits() const;
  void run(const Loader& loader, const LiveOptions& options);
  void live(LiveScene& scene);
  bool do_commands(LiveScene& scene);
  bool next(Waiting& command);
  bool work(const std::function<bool()>& what);
  void publish(LiveScene& scene);
  void sleep(double seconds);

  const std::function<void()> published_;
  Task loading_;
  FramePool pool_;  // these two are the runner's thread's
  Ticket done_ = 0;

  mutable std::mutex mutex_;  // of all up to the next blank line
  mutable std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  Ticket last_ticket_ = 0;
  std::shared_ptr<const Frame> newest_;
  std::exception_ptr failure_;
  StepNews news_;
  LiveScene* live_ = nullptr;  // to abandon it
  Clock::time_point busy_since_{};
  bool busy_ = false, closing_ = false;

  std::atomic<bool> closed_ = false;
  std::thread thread_;  // last: it uses all of the above
};

/// What an exception says.
std::string words_of(const std::exception_ptr& failure);

}  // namespace raycloth
