#include "sim/solver/rest.h"

#include <cmath>

#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr float kSeconds = 0.5f;    // over which places are averaged
constexpr float kReach = 0.25f;     // of the half thickness: how far from there what is still may be
constexpr float kThin = 0.004f;     // m, taken for that of what has none
constexpr int kRestlessPart = 100;  // one vertex in so many may be restless

static bool moves(const ModelObject& object) {
  return object.kind == ObjectKind::cloth || object.motion != MotionKind::fixed;
}

Rest::Rest(const Model& model) : stays(model.positions.size()), restless(model.objects.size()) {
  for (const ModelObject& object : model.objects) busy.push_back(moves(object) ? object.vertices.size() : 0);
  restless.upload(busy);
}

void list_carried(Rest& rest, CarriedList& list) {
  carry(list, rest.stays);
  carry(list, rest.restless);
}

void wake(World& world) {
  world.rest.stays.upload(std::vector<Stay>(world.rest.stays.size()));
  world.rest.restless.upload(world.rest.busy);
}

/// Only a vertex that becomes still, or no longer is, changes a count.
void watch_rest(Queue& queue, World& world) {
  if (!world.settings.sleep) return;
  const Vec4* x = world.state.positions.data();
  const int* objects = world.state.vertex_object.data();
  Stay* stays = world.rest.stays.data();
  int* restless = world.rest.restless.data();
  const Material* materials = world.state.materials.data();
  const int steps = static_cast<int>(std::ceil(kSeconds / world.settings.time_step));
  parallel_for(queue, "watch_rest", world.state.vertices_count, 2 * bytes<Stay> + bytes<Vec4, int, float>,
               [=] RAYCLOTH_KERNEL(int v) {
                 Stay& stay = stays[v];
                 const float thickness = materials[objects[v]].half_thickness;
                 const float reach = kReach * (thickness > 0 ? thickness : kThin);
                 const Vec3 way = xyz(x[v]) - stay.middle;
                 stay.strayed |= glm::dot(way, way) > reach * reach;
                 stay.ways += way;
                 if (++stay.steps < steps) return;
                 const Vec3 mean = stay.ways / static_cast<float>(steps);
                 const bool still = !stay.strayed;
                 if (still != stay.still) atomic_add(&restless[objects[v]], still ? -1 : 1);
                 stay = {stay.middle + mean, 0, Vec3(0), false, still};
               });
}

bool rests(const World& world, double time) {
  if (!world.settings.sleep || world.settings.wind_gust > 0 || wants_untangling(world)) return false;
  for (const KinematicObject& moving : world.model.kinematic)
    if (time < end_of(moving.motion)) return false;
  const std::vector<int> restless = world.rest.restless.download();
  for (size_t i = 0; i < restless.size(); ++i)
    if (restless[i] * static_cast<long long>(kRestlessPart) > world.rest.busy[i]) return false;
  return true;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
