#include "sim/response/bridson/bridson.h"

#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

BridsonParts parts_of(const Settings& settings) {
  if (settings.handler != HandlerKind::bridson) return {false, false, false};
  return {settings.proximity, settings.continuous, settings.impact_zones};
}

/// The mean of what can be moved, kg.
static double mean_mass(const Model& model) {
  double sum = 0, count = 0;
  for (const Vec4& x : model.positions) {
    if (x.w > 0) sum += 1 / double(x.w), ++count;
  }
  return count > 0 ? sum / count : 1;
}

Bridson::Bridson(const Model& model, float edge)
    : units{mean_mass(model), edge > 0 ? edge : 1},
      parents(model.positions.size()),
      joined(model.positions.size()),
      sums(model.positions.size()),
      motions(model.positions.size()),
      ends(model.positions.size()),
      velocities(model.positions.size()),
      stopped(1),
      zones(1) {}

void reset_counters(Queue& queue, Bridson& bridson) {
  queue.zero(bridson.stopped.data(), sizeof(NetCounters));
  queue.zero(bridson.zones.data(), sizeof(ZoneCounters));
}

std::vector<WorkCount> work(const Bridson& bridson) {
  const NetCounters stopped = bridson.stopped.download()[0];
  const ZoneCounters zones = bridson.zones.download()[0];
  return {{"swept", stopped.pairs},          {"stopped", stopped.met},     {"zones", zones.zones},
          {"zone_vertices", zones.vertices}, {"zones_held", stopped.held}, {"zones_pinched", stopped.pinched}};
}

void alter_motion(Queue& queue, World& world) {
  const BridsonParts parts = parts_of(world.settings);
  if (parts.continuous) {
    queue.begin_stage("continuous");
    stop_meeting(queue, world);
  }
  if (parts.zones) {
    queue.begin_stage("zones");
    move_zones(queue, world, world.settings.time_step / static_cast<float>(world.pace.detections));
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
