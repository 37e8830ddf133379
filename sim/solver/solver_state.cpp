// The state from outside: set, saved, restored, held by the mouse, and shown.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "device/error.h"
#include "sim/model/cuts.h"
#include "sim/model/lay_apart.h"
#include "sim/model/requests.h"
#include "sim/model/take_out.h"
#include "sim/solver/solver.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr float kGrabCompliance = 1e-3f;  // m/N

void Solver::reset() {
  place(lay_apart(model_, model_.positions, {}, world_->settings.self_collision), model_.velocities);
  inputs_ = {};
  time_ = 0;
  frame_ = 0;
  forget_past_state();
}

void Solver::forget_past_state() {
  last_run_ = LastRun::none;
  wake();
  queue_.run([this] {
    find_normals(queue_, world_->state);
    world_->handler->forget_past(queue_);
    forget(queue_, *world_->net);
    forget_impulses(queue_, world_->response);
    forget_bends(queue_, *world_);
  });
  queue_.synchronize();
  state_changed();
}

void Solver::place(std::span<const Vec4> positions, std::span<const Vec4> velocities) {
  requests::check_vectors("positions", positions, model_.positions.size());
  requests::check_vectors("velocities", velocities, model_.positions.size());
  std::vector<Vec4> merged(positions.begin(), positions.end());
  for (size_t i = 0; i < merged.size(); ++i) merged[i].w = model_.positions[i].w;
  world_->state.positions.upload(merged);
  world_->state.velocities.upload(velocities);
  world_->state.bodies.upload(fit_bodies(model_, world_->bodies.host, positions, velocities));
}

void Solver::set_state(std::span<const Vec4> positions, std::span<const Vec4> velocities, double time) {
  check(std::isfinite(time), "time: found " + std::to_string(time) + ", expected a finite number of seconds");
  place(positions, velocities);
  time_ = time;
  forget_past_state();
}

void Solver::move_to(std::span<const Vec4> positions, std::span<const Vec4> velocities) {
  requests::check_vectors("positions", positions, model_.positions.size());
  const std::span<const Vec4> before = this->positions();
  place(lay_apart(model_, take_out(model_, positions, before), before, world_->settings.self_collision), velocities);
  last_run_ = LastRun::none;
  wake();
  queue_.run([this] {
    find_normals(queue_, world_->state);
    forget(queue_, *world_->net);
  });
  queue_.synchronize();
  state_changed();
}

void Solver::save(Snapshot& into) {
  queue_.synchronize();
  into.time = time_;
  into.frame = frame_;
  into.settings = world_->settings;
  into.materials = materials_;
  into.pins = model_.pins;
  into.scene = model_.scene;
  const auto grabs = std::as_bytes(std::span(&inputs_, 1));
  into.grabs.assign(grabs.begin(), grabs.end());
  raycloth::RAYCLOTH_DEVICE::save(*world_, into);
}

void Solver::restore(const Snapshot& snapshot) {
  if (!cut_alike(snapshot.scene.get(), model_.scene.get())) become(build_model(snapshot.scene));
  use(snapshot.settings, snapshot.materials);
  change_pins(snapshot.pins);
  raycloth::RAYCLOTH_DEVICE::restore(queue_, *world_, snapshot);
  std::memcpy(&inputs_, snapshot.grabs.data(), sizeof inputs_);
  time_ = snapshot.time;
  frame_ = snapshot.frame;
  last_run_ = LastRun::none;
  fall_asleep();
  state_changed();
}

int Solver::grab(int triangle, Vec3 barycentric) {
  requests::check_grip(model_, triangle, barycentric);
  const auto free =
      std::find_if(std::begin(inputs_.grabs), std::end(inputs_.grabs), [](const Grab& grab) { return !grab.active; });
  if (free == std::end(inputs_.grabs)) return -1;
  const Int3 t = model_.triangles[triangle];
  const auto x = positions();
  const Vec3 point = xyz(x[t.x]) * barycentric.x + xyz(x[t.y]) * barycentric.y + xyz(x[t.z]) * barycentric.z;
  *free = {triangle, t, 1, barycentric, kMostGrabForce, point, point, kGrabCompliance, {}};
  find_held_vertices(model_, inputs_);
  asleep_ = false;
  return static_cast<int>(free - inputs_.grabs);
}

Grab& Solver::held_grab(const char* what, int id) {
  requests::check_index(what, id, kMaxGrabs);
  check(inputs_.grabs[id].active != 0, what + (" " + std::to_string(id)) + ": holds nothing, expected a held one");
  return inputs_.grabs[id];
}

void Solver::move_grab(int id, Vec3 target, float strength) {
  Grab& grab = held_grab("move: grab", id);
  requests::check_finite("move: target", target);
  check(strength >= 0 && strength <= 1, "move: strength " + std::to_string(strength) + ": expected 0 to 1");
  grab.force_limit = strength * kMostGrabForce;
  grab.target = target;
}

void Solver::release(int id) {
  held_grab("release: grab", id).active = 0;
  find_held_vertices(model_, inputs_);
}

std::vector<float> Solver::grab_forces() {
  const float h = substep_of(*world_);
  std::vector<float> forces;
  for (const Vec4& pull : world_->state.pulls.download()) forces.push_back(glm::length(xyz(pull)) / (h * h));
  for (int id = 0; id < kMaxGrabs; ++id)
    if (!inputs_.grabs[id].active) forces[id] = 0;
  return forces;
}

Tangle Solver::tangle() {
  if (!may_cross(*world_)) return {};
  Tangles& tangles = world_->untangler->tangles;
  const auto look = [&] {
    queue_.run([&] { look_at_tangles(queue_, *world_); });
    queue_.synchronize();
  };
  look();
  if (const int pairs = tangles.pairs(); pairs > tangles.capacity()) {
    queue_.forget();
    tangles.reserve(static_cast<int>(with_head_room(pairs)));
    look();
  }
  return download_tangle(*world_);
}

std::vector<Vec3> Solver::net_moves() {
  const bool netted = run_settings_.safety_net && !parts_of(run_settings_).zones;  // zones leave the net nothing to do
  if (last_run_ != LastRun::step || !world_->pace.careful || !netted) return {};
  return download_moves(*world_->net);
}

std::vector<Vec3> Solver::contact_impulses() {
  if (last_run_ != LastRun::step) return {};
  std::vector<Vec3> impulses(model_.positions.size());
  const float h = run_settings_.time_step / static_cast<float>(run_settings_.substeps * world_->pace.finer);
  add_impulses(world_->response, h, impulses);
  add_impulses(world_->rigid_contacts, h, impulses);
  return impulses;
}

std::vector<Vec3> Solver::hierarchy_boxes(int object, int level) {
  requests::check_index("hierarchy of object", object, materials_.size());
  check(level >= 0, "hierarchy: level " + std::to_string(level) + ": expected 0 or more");
  std::vector<Vec3> corners;
  for (const Box& box : world_->handler->boxes(object, level)) {
    if (box.min.x > box.max.x) continue;  // a place past the last triangle
    corners.push_back(xyz(box.min));
    corners.push_back(xyz(box.max));
  }
  return corners;
}

uint64_t Solver::state_hash() {
  uint64_t hash = 14695981039346656037ull;  // FNV-1a over 32-bit words
  for (const auto& values : {positions(), velocities()}) {
    for (const Vec4& value : values) {
      for (int k = 0; k < 3; ++k) {
        const float component = value[k] + 0.0f;  // -0 and +0 are the same state
        uint32_t word;
        std::memcpy(&word, &component, sizeof word);
        hash = (hash ^ word) * 1099511628211ull;
      }
    }
  }
  return hash;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
