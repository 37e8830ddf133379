// How a step is run: at its pace, once more where it ran out of room, needs more care or is looked at closely, or not
// at all while everything sleeps.
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "sim/solver/solver.h"
#include "sim/wind.h"

namespace raycloth::RAYCLOTH_DEVICE {

static float milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void Solver::step() {
  const auto start = std::chrono::steady_clock::now();
  if (asleep_) return sleep_on();
  run_step();
  for (std::optional<Pace> again; !abandoned_ && (again = pace_again(*world_));) {
    go_back(!world_->pace.careful);  // without care, the net measured only where the step began
    run_step(*again);
  }
  if (abandoned_) return static_cast<void>(++frame_);  // whoever steps up to a frame gets there
  note_run(LastRun::step);
  for (Grab& grab : inputs_.grabs) grab.from = grab.target;
  time_ += world_->settings.time_step;
  ++frame_;
  state_changed();
  fall_asleep();
  read_counters();
  read_timings(milliseconds_since(start));
}

/// What lies still for long enough, and is not held, lies there until something changes.
void Solver::fall_asleep() { asleep_ = inputs_.held_count == 0 && may_rest(*world_, time_) && rests(*world_); }

void Solver::wake() {
  asleep_ = false;
  raycloth::RAYCLOTH_DEVICE::wake(*world_);
}

void Solver::sleep_on() {
  time_ += world_->settings.time_step;
  ++frame_;
  counters_.launches = 0;
  for (NamedCount& count : counters_.work) count.count = 0;
  counters_.work.back() = {"asleep", 1};
  for (StageTime& stage : timings_.stages) stage.milliseconds = 0;
  timings_.detect = timings_.step = 0;
}

/// Until there is room for all that is found.
void Solver::run_step() { run_step(pace_of(*world_)); }

void Solver::run_step(Pace pace) {
  pace.hands = inputs_.held_count > 0;
  pace.rests = may_rest(*world_, time_);
  set_pace(pace);
  if (!more_room_.empty()) enlarge(std::exchange(more_room_, {}));
  do {
    if (!abandoned_) try_step();
  } while (!abandoned_ && grow_buffers());
}

/// What was recorded is of one pace; steps with care, of which each has something else to do, are not recorded.
void Solver::set_pace(Pace pace) {
  const Pace before = std::exchange(world_->pace, pace);
  if (pace.finer != before.finer) constants_changed();
  if (pace.careful || pace == recorded_) return;
  queue_.forget();
  recorded_ = pace;
}

/// Of the step that begins then.
static int turn_at(const Settings& settings, double time) {
  return static_cast<int>(std::llround(time / settings.time_step) % (kTurns * kLaps));
}

/// Saves the state first: a step that ran out of room, or that is to be done with more care, is done again from there.
void Solver::try_step() {
  inputs_.wind = wind_at(world_->settings, time_);
  inputs_.turn = turn_at(world_->settings, time_);
  world_->state.inputs.upload({&inputs_, 1});
  upload_poses(world_->kinematics, model_, world_->settings.time_step, substeps_of(*world_), time_);
  fit(*world_, world_->start_of_step);
  const auto put = [this] {
    raycloth::RAYCLOTH_DEVICE::save(queue_, *world_, world_->start_of_step);
    world_->handler->reset_counters(queue_);
    reset_counters(queue_, *world_->net);
    if (world_->bridson) reset_counters(queue_, *world_->bridson);
    world_->untangler->tangles.reset_counters(queue_);
    raycloth::RAYCLOTH_DEVICE::step(queue_, *world_);
  };
  world_->pace.careful ? queue_.run(put) : queue_.replay(put);
  step_ = queue_.last_run();
  queue_.synchronize();
}

/// What each is to have if those of which more than `part` was used get more; nothing if none was, or none may.
static std::vector<long long> more_room(const std::vector<Room>& rooms, float part) {
  std::vector<long long> capacities;
  bool any = false;
  for (const Room& room : rooms) {
    const bool full = static_cast<float>(room.most) > part * static_cast<float>(room.capacity);
    const long long wanted = full ? std::min(with_head_room(room.most), room.limit) : 0;
    any = any || wanted > room.capacity;
    capacities.push_back(std::max(wanted, room.capacity));
  }
  return any ? capacities : std::vector<long long>();
}

/// Whether a buffer was too small in the last run: then it is larger now and the state is that before the run. One that
/// was nearly full is made larger before the next step, which it might cost.
bool Solver::grow_buffers() {
  constexpr float kNearlyFull = 0.8f;
  const std::vector<Room> now = rooms(*world_);
  note_rooms(now);
  const std::vector<long long> capacities = more_room(now, 1);
  more_room_ = capacities.empty() ? more_room(now, kNearlyFull) : std::vector<long long>();
  if (capacities.empty()) return false;
  go_back(false);
  enlarge(capacities);
  return true;
}

void Solver::enlarge(const std::vector<long long>& capacities) {
  queue_.forget();
  make_room(*world_, capacities);
}

/// To where the last run began.
void Solver::go_back(bool keeps_clearances) {
  queue_.run([&] { raycloth::RAYCLOTH_DEVICE::restore(queue_, *world_, world_->start_of_step, keeps_clearances); });
  queue_.synchronize();
}

void Solver::note_run(LastRun run) {
  last_run_ = run;
  if (!std::exchange(changed_since_run_, false)) return;
  run_settings_ = world_->settings;
  run_materials_ = materials_;
}

/// Outside of a step, where nobody knows of clearances.
static void detect(Queue& queue, World& world) {
  world.net->sweep.forget_clearances(queue);
  begin_interval(queue, world, 0);
  find_near(queue, world);
  world.handler->detect(queue, collision_options(world));
}

/// With the settings and materials it had, at the world's pace, which is still its own. What it finds remains; the
/// state is then the present one again.
void Solver::repeat_last_run() {
  const Settings settings = world_->settings;
  const std::vector<Material> materials = materials_;
  const bool changed = changed_since_run_;
  Checkpoint present;
  fit(*world_, present);
  queue_.run([&] { raycloth::RAYCLOTH_DEVICE::save(queue_, *world_, present); });
  if (changed) use(run_settings_, run_materials_);
  queue_.run([&] {
    raycloth::RAYCLOTH_DEVICE::restore(queue_, *world_, world_->start_of_step, false);
    last_run_ == LastRun::step ? raycloth::RAYCLOTH_DEVICE::step(queue_, *world_) : detect(queue_, *world_);
  });
  if (changed) use(settings, materials);
  queue_.run([&] { raycloth::RAYCLOTH_DEVICE::restore(queue_, *world_, present, false); });
  queue_.synchronize();
}

void Solver::detect_only() {
  const auto start = std::chrono::steady_clock::now();
  set_pace(pace_of(*world_));
  do {
    fit(*world_, world_->start_of_step);
    queue_.run([&] {
      raycloth::RAYCLOTH_DEVICE::save(queue_, *world_, world_->start_of_step);
      world_->handler->reset_counters(queue_);
      find_normals(queue_, world_->state);
      detect(queue_, *world_);
    });
    queue_.synchronize();
  } while (grow_buffers());
  note_run(LastRun::detection);
  state_changed();
  read_counters();
  read_timings(milliseconds_since(start));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
