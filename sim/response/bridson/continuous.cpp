// What would meet on its way, and is nearer then than verified states keep apart (Bridson et al. 2002, Section 7.4;
// Ross 2014, Section 4.7): an inelastic impulse with friction at the point where it first does, in rounds, since what
// parts one pair may bring another together. Ross looks again in every round, but only where something has changed;
// here the pairs are listed once, with room for corrections, and a round checks those that met or that were moved
// (NetMove). Where he solves cubics, time advances conservatively (collision/net/meet.h).
#include "sim/response/bridson/bridson.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Five rounds, the last two with longer reach for what still meets and what that touches.
struct Rounds {
  int rounds, passes;
};
constexpr Rounds kImpulseRounds[] = {{3, 6}, {2, 24}};

void stop_meeting(Queue& queue, World& world) {
  NetView view = view_of(world);
  view.counters = world.bridson->stopped.data();
  open(queue, view);
  find_whether_any_meet(queue, world, view);
  queue.run_if(&view.gate->go, [&] {
    for (const Rounds& some : kImpulseRounds) {
      stop_pairs(queue, world, view, some.rounds, some.passes);
      reach_farther(queue, world, view);
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
