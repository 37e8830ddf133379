// How far the response moved the inspected vertex: its contacts, friction and the ground, summed over substeps; and how
// far the safety net and untangling did. One thread, and nothing at all while no vertex is inspected.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void begin_displacement(Queue& queue, World& world, bool step) {
  if (world.handler->inspected() < 0) return;
  Displacement* displacement = world.displacement.data();
  parallel_for(queue, "begin_displacement", 1, 2 * bytes<Displacement>, [=] RAYCLOTH_KERNEL(int) {
    displacement->since_detection = Vec4(0);
    if (step) displacement->of_step = displacement->by_net = displacement->by_untangling = Vec4(0);
  });
}

void before_displacement(Queue& queue, World& world) {
  const int vertex = world.handler->inspected();
  if (vertex < 0) return;
  const Vec4* x = world.state.positions.data();
  Displacement* displacement = world.displacement.data();
  parallel_for(queue, "before_displacement", 1, bytes<Displacement, Vec4>,
               [=] RAYCLOTH_KERNEL(int) { displacement->from = x[vertex]; });
}

void after_displacement(Queue& queue, World& world, Mover by) {
  const int vertex = world.handler->inspected();
  if (vertex < 0) return;
  const Vec4* x = world.state.positions.data();
  Displacement* displacement = world.displacement.data();
  parallel_for(queue, "after_displacement", 1, 2 * bytes<Displacement> + bytes<Vec4>, [=] RAYCLOTH_KERNEL(int) {
    const Vec4 moved = x[vertex] - displacement->from;
    if (by == Mover::net) return static_cast<void>(displacement->by_net += moved);
    if (by == Mover::untangling) return static_cast<void>(displacement->by_untangling += moved);
    displacement->since_detection += moved;
    displacement->of_step += moved;
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
