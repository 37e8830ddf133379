// Cloth that is cut while a scene runs: another model takes the place of the present one, and the state goes over to
// it.
#include "sim/model/cuts.h"

#include "device/error.h"
#include "sim/model/requests.h"
#include "sim/solver/solver.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// At its beginning, under the present settings. Nothing of the former world is left.
void Solver::become(Model next) {
  const Settings settings = world_->settings;
  queue_.synchronize();
  queue_.forget();
  world_.reset();
  model_ = std::move(next);
  world_.emplace(queue_, model_, settings, handlers_, abandoned_);
  for (size_t i = 0; i < materials_.size(); ++i) materials_[i] = model_.objects[i].material;
  constants_changed();
  begin_rooms();
}

static SetBends renumbered(const SetBends& bends, const std::map<int, int>& numbers) {
  SetBends now;
  for (const auto& [vertex, set] : bends)
    if (const auto found = numbers.find(vertex); found != numbers.end()) now[found->second] = set;
  return now;
}

void Solver::change_cuts(int object, const std::vector<Cut>& cuts) {
  requests::check_index("cuts of object", object, materials_.size());
  if (cuts == this->cuts(object)) return;
  requests::check_joinable(model_, object, cuts, this->positions());
  Model next = with_cuts(model_, object, cuts, materials_);
  const std::vector<Vec4> positions = carried_over(model_, next, this->positions());
  const std::vector<Vec4> velocities = carried_over(model_, next, this->velocities());
  const std::vector<BodyState> bodies = world_->state.bodies.download();
  for (Grab& grab : inputs_.grabs) {
    if (!grab.active) continue;
    const SurfacePoint held = carried_over(model_, next, SurfacePoint{grab.triangle, grab.barycentric});
    grab.triangle = held.triangle;
    grab.vertices = next.triangles[held.triangle];
    grab.barycentric = held.barycentric;
  }
  const SetBends bends = renumbered(set_bends(world_->state.bend), vertices_of_both(model_, next));
  become(std::move(next));
  place(positions, velocities);
  world_->state.bodies.upload(bodies);
  find_held_vertices(model_, inputs_);
  forget_past_state();
  keep_set(bends, world_->state.bend);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
