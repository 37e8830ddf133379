// How fast cloth may be while anything crosses.
#include "sim/response/untangle/untangle.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Beyond which nothing gets faster; and what cloth may be faster by than it went.
constexpr float kFastest = 4, kFaster = 0.3f;  // m/s

namespace {

/// m/s: what a vertex may get to in an interval.
RAYCLOTH_HD float fastest_of(const UntangleMove& move) { return larger(kFastest, move.speed + kFaster); }

/// What a vertex goes on with.
struct Calm {
  SweepView masses;
  const UntangleMove* moves;
  const Vec4* x;
  Vec4* velocities;
  float interval;  // s

  RAYCLOTH_HD void operator()(int v) const {
    if (masses.mobility(v) == 0) return;
    const Vec3 mean = (xyz(x[v]) - moves[v].from) / interval, last = xyz(velocities[v]);
    const bool went = glm::length(last) <= 2 * glm::length(mean) + kFaster;
    const Vec3 velocity = went ? last : mean;
    const float speed = glm::length(velocity), most = fastest_of(moves[v]);
    velocities[v] = Vec4(speed > most ? velocity * (most / speed) : velocity, velocities[v].w);
  }
};

}  // namespace

void calm_tangled(Queue& queue, World& world, float interval) {
  if (!world.pace.untangles) return;
  const Untangler& untangler = *world.untangler;
  parallel_for(queue, "calm_tangled", DeviceCount{world.state.vertices_count, untangler.calmed.data()}, 5 * bytes<Vec4>,
               Calm{world.net->sweep.view(nullptr, nullptr, false), untangler.moves.data(),
                    world.state.positions.data(), world.state.velocities.data(), interval});
}

void slow_tangled(Queue& queue, World& world, float h) {
  if (!world.pace.untangles) return;
  const Untangler& untangler = *world.untangler;
  const SweepView masses = world.net->sweep.view(nullptr, nullptr, false);
  const UntangleMove* moves = untangler.moves.data();
  Vec4* x = world.state.positions.data();
  const Vec4* previous = world.state.previous.data();
  parallel_for(queue, "slow_tangled", DeviceCount{world.state.vertices_count, untangler.calmed.data()}, 3 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (masses.mobility(v) == 0) return;
                 const Vec3 from = xyz(previous[v]), way = xyz(x[v]) - from;
                 const float length = glm::length(way), most = h * fastest_of(moves[v]);
                 if (length > most) x[v] = Vec4(from + way * (most / length), x[v].w);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
