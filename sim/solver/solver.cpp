#include "sim/solver/solver.h"

#include <algorithm>
#include <utility>

#include "sim/model/requests.h"
#include "sim/solver/traffic.h"

namespace raycloth::RAYCLOTH_DEVICE {

Solver::Solver(const Model& model, const Settings& settings, int threads, HandlerFactory handlers)
    : device_name_(RAYCLOTH_ON_CUDA ? availability().description : with_threads(availability().description, threads)),
      model_(model),
      queue_(threads),
      handlers_(handlers),
      world_(std::in_place, queue_, model_, settings, handlers, abandoned_),
      materials_(model.objects.size()) {
  for (size_t i = 0; i < materials_.size(); ++i) materials_[i] = model.objects[i].material;
  constants_changed();
  reset();
  begin_rooms();
  read_counters();
  read_timings(0);
}

/// Other buffers than before.
void Solver::begin_rooms() {
  peaks_.clear();
  more_room_.clear();
  note_rooms(rooms(*world_));
}

void Solver::note_rooms(const std::vector<Room>& now) {
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
  counters_ = {step_.launches,
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
  counters_.work.push_back({"substeps", substeps_of(*world_)});
  counters_.work.push_back({"detections", world_->pace.detections});
  counters_.work.push_back({"sleepers", world_->rest.sleepers.download()[0]});
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
  return measure_traffic(step_.work);
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
  begin_rooms();
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

void Solver::use(const Settings& settings, const std::vector<Material>& materials) {
  change(settings);
  for (size_t i = 0; i < materials.size(); ++i) use(static_cast<int>(i), materials[i]);
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

std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads) {
  return std::make_unique<Solver>(model, settings, threads, make_handler);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
