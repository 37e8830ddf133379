// How far the response moved the inspected vertex: its contacts, friction and the ground, summed over substeps; and how
// far the safety net did. One thread, and nothing at all while no vertex is inspected.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void begin_displacement(Queue& queue, World& world, bool step) {
  if (world.handler->inspected() < 0) return;
  Displacement* displacement = world.displacement.data();
  parallel_for(queue, "begin_displacement", 1, 2 * bytes<Displacement>, [=] RAYCLOTH_KERNEL(int) {
    displacement->since_detection = Vec4(0);
    if (step) displacement->of_step = displacement->by_net = Vec4(0);
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

/// `add`(displacement, how far the vertex has moved since before_displacement).
template <class Add>
static void after(Queue& queue, World& world, const char* name, Add add) {
  const int vertex = world.handler->inspected();
  if (vertex < 0) return;
  const Vec4* x = world.state.positions.data();
  Displacement* displacement = world.displacement.data();
  parallel_for(queue, name, 1, 2 * bytes<Displacement> + bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int) { add(*displacement, x[vertex] - displacement->from); });
}

struct AddToResponse {
  RAYCLOTH_HD void operator()(Displacement& displacement, const Vec4& moved) const {
    displacement.since_detection += moved;
    displacement.of_step += moved;
  }
};

struct AddToNet {
  RAYCLOTH_HD void operator()(Displacement& displacement, const Vec4& moved) const { displacement.by_net += moved; }
};

void after_displacement(Queue& queue, World& world) { after(queue, world, "after_displacement", AddToResponse{}); }
void after_net(Queue& queue, World& world) { after(queue, world, "after_net", AddToNet{}); }

}  // namespace raycloth::RAYCLOTH_DEVICE
