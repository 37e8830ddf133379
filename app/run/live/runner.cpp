#include "app/run/live/runner.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace raycloth {
namespace {

constexpr double kLongestSleep = 3600;     // s; any command ends it
constexpr size_t kMostNews = 1000;         // of steps, should nobody take them
constexpr double kReading = 0.5;           // of loading; then the model is built
constexpr double kMostUnpublished = 0.05;  // s that a row of commands may take before what they did is shown

/// Of this thread and of those that it starts, the simulation's workers: where cores are short, the display has its
/// share first.
void let_others_go_first() {
  constexpr int kNice = 5;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);  // where it may not, nothing is lost
}

}  // namespace

Runner::Runner(Loader loader, LiveOptions options, std::function<void()> published)
    : published_(std::move(published)), thread_([this, loader = std::move(loader), options = std::move(options)] {
        run(loader, options);
        closed_ = true;
        if (published_) published_();
      }) {}

Runner::~Runner() {
  close();
  thread_.join();
}

Ticket Runner::ask(Command command) { return ask(Kind::deed, {}, std::move(command)); }

Ticket Runner::ask(Kind kind, std::string name, Command command) {
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Waiting& other) { return other.kind == kind && other.name == name; };
  if (kind == Kind::goal && !waiting_.empty() && same(waiting_.back())) waiting_.pop_back();
  if (kind == Kind::value) {
    const auto values_end = std::find_if(waiting_.rbegin(), waiting_.rend(),
                                         [](const Waiting& other) { return other.kind != Kind::value; });
    const auto old = std::find_if(waiting_.rbegin(), values_end, same);
    if (old != values_end) waiting_.erase(std::next(old).base());
  }
  waiting_.push_back({++last_ticket_, kind, std::move(name), std::move(command)});
  changed_.notify_all();
  return last_ticket_;
}

std::shared_ptr<const Frame> Runner::newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

std::exception_ptr Runner::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

StepNews Runner::take_news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

double Runner::busy_seconds() const {
  const std::lock_guard lock(mutex_);
  return busy_ ? std::chrono::duration<double>(Clock::now() - busy_since_).count() : 0;
}

std::optional<TaskView> Runner::task() const {
  const std::lock_guard lock(mutex_);
  return live_ ? live_->task().view() : loading_.view();
}

void Runner::cancel_task() {
  const std::lock_guard lock(mutex_);
  if (live_) live_->task().cancel();
}

bool Runner::closing() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

bool Runner::anything_waits() const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty();
}

void Runner::close() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  if (live_) live_->abandon();
  changed_.notify_all();
}

void Runner::wait_until_loaded(double most) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(most), [this] { return newest_ || failure_ || closing_; });
  if (failure_) std::rethrow_exception(failure_);
}

/// While it lives, close() reaches the scene.
struct Runner::Reachable {
  Reachable(Runner& runner, LiveScene& scene) : runner(runner) {
    const std::lock_guard lock(runner.mutex_);
    runner.live_ = &scene;
    if (runner.closing_) scene.abandon();
  }
  ~Reachable() {
    const std::lock_guard lock(runner.mutex_);
    runner.live_ = nullptr;
  }
  Runner& runner;
};

void Runner::run(const Loader& loader, const LiveOptions& options) {
  let_others_go_first();
  try {
    std::optional<Task::Scope> loading(std::in_place, loading_, "opening");
    const Watch watch = [this](double part) { return loading_.go_on(part) && !closing(); };
    LoadedScene loaded = loader(part_of(watch, 0, kReading));
    if (closing()) return;
    LiveOptions watched = options;
    watched.watch = part_of(watch, kReading, 1);
    LiveScene scene(std::move(loaded), watched);
    loading.reset();
    const Reachable reachable(*this, scene);
    live(scene);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    changed_.notify_all();
  }
}

void Runner::live(LiveScene& scene) {
  publish(scene);
  for (;;) {
    const bool asked = do_commands(scene);
    if (closing()) return;
    const bool more = anything_waits();  // it comes before the next step
    const bool stepped = !more && work([&] { return scene.advance(); });
    if (asked || stepped) publish(scene);
    if (!more) sleep(scene.idle_seconds());
  }
}

/// In their order, until none waits or the display has to see what became of them. True when there were any.
bool Runner::do_commands(LiveScene& scene) {
  const Stopwatch watch;
  Waiting command;
  bool any = false;
  while (watch.seconds() < kMostUnpublished && next(command)) {
    any = true;
    work([&] {
      try {
        command.command(scene);
      } catch (const std::exception& error) {
        scene.tell(error.what(), true);
      }
      return true;
    });
    done_ = command.ticket;
  }
  return any;
}

bool Runner::next(Waiting& command) {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty() || closing_) return false;
  command = std::move(waiting_.front());
  waiting_.pop_front();
  return true;
}

/// Does it, and lets others know that it is under way.
bool Runner::work(const std::function<bool()>& what) {
  {
    const std::lock_guard lock(mutex_);
    busy_ = true;
    busy_since_ = Clock::now();
  }
  const bool result = what();
  const std::lock_guard lock(mutex_);
  busy_ = false;
  return result;
}

void Runner::publish(LiveScene& scene) {
  if (closing()) return;  // an abandoned state is none
  std::shared_ptr<Frame> frame = pool_.take();
  scene.fill(*frame);
  frame->done = done_;
  StepNews news = scene.take_news();
  {
    const std::lock_guard lock(mutex_);
    newest_ = std::move(frame);
    if (news.restarted) news_ = {true, {}};
    news_.steps.insert(news_.steps.end(), news.steps.begin(), news.steps.end());
    if (news_.steps.size() > kMostNews) news_.steps.erase(news_.steps.begin(), news_.steps.end() - kMostNews);
    changed_.notify_all();
  }
  if (published_) published_();
}

void Runner::sleep(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(std::clamp(seconds, 0.0, kLongestSleep)),
                    [this] { return closing_ || !waiting_.empty(); });
}

std::string words_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace raycloth
