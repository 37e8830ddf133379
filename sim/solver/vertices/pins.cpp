// Pins that change while a scene runs: what they hold is built anew, as at load.
#include "sim/model/pins.h"

#include <algorithm>

#include "sim/model/requests.h"
#include "sim/solver/solver.h"

namespace raycloth::RAYCLOTH_DEVICE {

void change_pins(World& world, Model& model, std::span<const int> pinned, std::span<const Material> materials) {
  raycloth::change_pins(model, pinned, materials);
  State& state = world.state;
  state.rest.upload(model.positions);
  state.fastenings = Buffer<Attachment>(model.fastenings);
  state.ties = TieArrays(model);
  std::vector<Vec4> positions = state.positions.download(), velocities = state.velocities.download();
  for (size_t v = 0; v < positions.size(); ++v) positions[v].w = model.positions[v].w;
  for (const int v : pinned) velocities[v] = Vec4(0);
  state.positions.upload(positions);
  state.velocities.upload(velocities);
  BendArrays bend(model.curvature, positions.size());
  keep_set(set_bends(state.bend), bend);
  state.bend = std::move(bend);
  state.levels.clear();
  for (const CoarseLevel& level : model.levels)
    state.levels.emplace_back(level, static_cast<int>(model.objects.size()));
}

void Solver::change_pins(std::span<const int> pinned) {
  requests::check_pins(model_, pinned);
  std::vector<int> sorted(pinned.begin(), pinned.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted == model_.pins) return;
  queue_.synchronize();
  queue_.forget();
  raycloth::RAYCLOTH_DEVICE::change_pins(*world_, model_, sorted, materials_);
  find_held_vertices(model_, inputs_);
  constants_changed();
  last_run_ = LastRun::none;  // it was of other pins
  wake();
  state_changed();
}

}  // namespace raycloth::RAYCLOTH_DEVICE
