#include "sim/solver/solver.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "sim/model/requests.h"
#include "sim/solver/traffic.h"
#include "sim/wind.h"

namespace raycloth::RAYCLOTH_DEVICE {

static float milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Solver::Solver(const Model& model, const Settings& settings, int threads, HandlerFactory handlers)
    : model_(model),
      queue_(threads),
      handlers_(handlers),
      world_(std::in_place, queue_, model_, settings, handlers, abandoned_),
      materials_(model.objects.size()) {
  for (size_t i = 0; i < materials_.size(); ++i) materials_[i] = model.objects[i].material;
  constants_changed();
  reset();
  note_rooms();
  read_counters();
  read_timings(0);
}

void Solver::step() {
  const auto start = std::chrono::steady_clock::now();
  if (asleep_) return sleep_on();
  run_step();
  if (!abandoned_ && wants_care(*world_)) {
    const Pace pace = pace_of(*world_);
    go_back(true);
    run_step(pace);
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
void Solver::fall_asleep() { asleep_ = inputs_.held_count == 0 && rests(*world_, time_); }

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
  set_pace(pace);
  do {
    if (!abandoned_) try_step();
  } while (!abandoned_ && grow_buffers());
}

/// What was recorded is of one pace.
void Solver::set_pace(Pace pace) {
  if (pace != std::exchange(world_->pace, pace)) queue_.forget();
}

/// Saves the state first: a step that ran out of room, or that needs care, is done again from there.
void Solver::try_step() {
  inputs_.wind = wind_at(world_->settings, time_);
  world_->state.inputs.upload({&inputs_, 1});
  upload_poses(world_->kinematics, model_, world_->settings, time_);
  fit(*world_, world_->start_of_step);
  queue_.replay([this] {
    raycloth::RAYCLOTH_DEVICE::save(queue_, *world_, world_->start_of_step);
    world_->handler->reset_counters(queue_);
    reset_counters(queue_, *world_->net);
    if (world_->bridson) reset_counters(queue_, *world_->bridson);
    world_->untangler->tangles.reset_counters(queue_);
    const long long before = queue_.launches();  // a replay makes none: what was recorded counts
    raycloth::RAYCLOTH_DEVICE::step(queue_, *world_);
    step_launches_ = queue_.launches() - before;
    step_work_ = queue_.take_work();
  });
  queue_.synchronize();
}

/// Whether a buffer was too small in the last run: then it is larger now and the state is that before the run.
bool Solver::grow_buffers() {
  std::vector<long long> capacities;
  bool short_of_room = false;
  for (const Room& room : rooms(*world_)) {
    const bool is_short = room.most > room.capacity;
    short_of_room = short_of_room || is_short;
    capacities.push_back(is_short ? with_head_room(room.most) : room.capacity);
  }
  note_rooms();
  if (!short_of_room) return false;
  queue_.forget();
  go_back(false);
  make_room(*world_, capacities);
  return true;
}

/// To where the last run began.
void Solver::go_back(bool again) {
  queue_.run([&] { raycloth::RAYCLOTH_DEVICE::restore(queue_, *world_, world_->start_of_step, again); });
  queue_.synchronize();
}

void Solver::note_rooms() {
  const std::vector<Room> now = rooms(*world_);
  if (peaks_.size() != now.size()) peaks_.assign(now.size(), 0);
  for (size_t i = 0; i < now.size(); ++i) peaks_[i] = std::max(peaks_[i], now[i].most);
}

std::vector<BufferUse> Solver::buffers() const {
  std::vector<BufferUse> uses;
  for (const Room& room : rooms(*world_)) uses.push_back({room.name, room.capacity, peaks_[uses.size()]});
  return uses;
}

void Solver::read_counters() {
  const ContactCounters found = world_->handler->contacts().counters();
  counters_ = {step_launches_,
               queue_.recordings(),
               memory::allocations(),
               found.collisions,
               found.predictions,
               found.inversions,
               {}};
  for (const WorkCount& count : world_->handler->work()) counters_.work.push_back({count.name, count.count});
  for (const WorkCount& count : work(*world_->net)) counters_.work.push_back({count.name, count.count});
  if (world_->bridson) {
    for (const WorkCount& count : work(*world_->bridson)) counters_.work.push_back({count.name, count.count});
  }
  for (const WorkCount& count : work(*world_->untangler)) counters_.work.push_back({count.name, count.count});
  counters_.work.push_back({"detections", world_->pace.detections});
  counters_.work.push_back({"asleep", 0});
}

/// All stages, those that did not run in the last step as well, so that they are the same in every step.
void Solver::read_timings(float milliseconds) {
  const std::vector<StageTime> times = queue_.stage_times();
  timings_.stages.clear();
  timings_.detect = 0;
  timings_.step = milliseconds;
  const auto add = [&](const char* name) -> float {
    timings_.stages.push_back({name, stage_time(times, name)});
    return timings_.stages.back().milliseconds;
  };
  add("predict");
  add("untangle");
  for (const char* name : world_->handler->stages()) timings_.detect += add(name);
  add("solve");
  add("net");
  add("finish");
}

const Material& Solver::material(int object) const {
  requests::check_index("material of object", object, materials_.size());
  return materials_[object];
}

std::vector<KernelTraffic> Solver::traffic() {
  count_acting(world_->response);
  return measure_traffic(step_work_);
}

void Solver::constants_changed() {
  queue_.run([this] { prepare(queue_, *world_); });
  queue_.synchronize();
}

static bool watches_all(const Settings& settings) { return lets_nothing_cross(settings) && settings.self_collision; }

void Solver::change(const Settings& settings) {
  validate(settings);
  if (settings != world_->settings) wake();
  changed_since_run_ = true;
  const bool other_handler = settings.handler != world_->settings.handler;
  const bool unwatched = !watches_all(world_->settings) || !watches_all(settings);
  world_->settings = settings;
  queue_.forget();
  if (other_handler) change_handler();
  queue_.run([&] {
    world_->handler->forget_shortcuts(queue_);  // options decide what is remembered
    unwatched ? forget(queue_, *world_->net) : world_->net->sweep.forget_clearances(queue_);
  });
  constants_changed();
}

/// It begins without a past, and nothing can be told of the last run any more.
void Solver::change_handler() {
  set_handler(queue_, *world_, handlers_);
  for (size_t i = 0; i < materials_.size(); ++i) {
    world_->handler->set_half_thickness(static_cast<int>(i), materials_[i].half_thickness);
  }
  peaks_.clear();
  note_rooms();
  last_run_ = LastRun::none;
}

void Solver::change(int object, const Material& material) {
  requests::check_index("material of object", object, materials_.size());
  requests::check_change(model_.objects[object], materials_[object], material);
  use(object, material);
}

void Solver::use(int object, const Material& material) {
  const Material before = std::exchange(materials_[object], material);
  if (before != material) wake();
  changed_since_run_ = true;
  queue_.synchronize();
  if (material.areal_density != before.areal_density || material.density != before.density) {
    change_masses(*world_, model_, object, material);
    find_held_vertices(model_, inputs_);
    state_changed();
  }
  world_->state.materials.upload(materials_);
  world_->handler->set_half_thickness(object, material.half_thickness);
  world_->net->sweep.set_half_thickness(object, material.half_thickness);
  queue_.forget();
  constants_changed();
}

/// Outside of a step, where nobody knows of clearances.
static void detect(Queue& queue, World& world) {
  world.net->sweep.forget_clearances(queue);
  begin_interval(queue, world, 0);
  find_near_edges(queue, world);
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

void Solver::use(const Settings& settings, const std::vector<Material>& materials) {
  change(settings);
  for (size_t i = 0; i < materials.size(); ++i) use(static_cast<int>(i), materials[i]);
}

void Solver::note_run(LastRun run) {
  last_run_ = run;
  if (!std::exchange(changed_since_run_, false)) return;
  run_settings_ = world_->settings;
  run_materials_ = materials_;
}

std::optional<VertexInspection> Solver::inspect(int vertex) {
  requests::check_index("inspect: vertex", vertex, model_.positions.size());
  if (last_run_ == LastRun::none) return {};
  if (world_->handler->inspected() != vertex) {
    world_->handler->inspect(vertex);
    queue_.forget();
    repeat_last_run();
  }
  if (last_run_ == LastRun::detection) world_->displacement.upload(std::vector<Displacement>(1));
  return download_inspection(*world_);
}

void Solver::stop_inspecting() {
  world_->handler->inspect(-1);
  queue_.forget();
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

std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads) {
  return std::make_unique<Solver>(model, settings, threads, make_handler);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
