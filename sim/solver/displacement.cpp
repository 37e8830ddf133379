// How far the response moved the inspected vertex: its contacts, friction and the ground, summed over substeps. One
// thread, and nothing at all while no vertex is inspected.
#include "device/parallel.h"
#include "sim/solver/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

void begin_push(Queue& queue, World& world, bool step) {
  if (world.detection.inspection.vertex < 0) return;
  PushRecord* push = world.push.data();
  parallel_for(queue, "begin_push", 1, [=] RAYCLOTH_KERNEL(int) {
    push->since_detection = Vec4(0);
    if (step) push->of_step = Vec4(0);
  });
}

void before_push(Queue& queue, World& world) {
  const int vertex = world.detection.inspection.vertex;
  if (vertex < 0) return;
  const Vec4* x = world.state.positions.data();
  PushRecord* push = world.push.data();
  parallel_for(queue, "before_push", 1, [=] RAYCLOTH_KERNEL(int) { push->from = x[vertex]; });
}

void after_push(Queue& queue, World& world) {
  const int vertex = world.detection.inspection.vertex;
  if (vertex < 0) return;
  const Vec4* x = world.state.positions.data();
  PushRecord* push = world.push.data();
  parallel_for(queue, "after_push", 1, [=] RAYCLOTH_KERNEL(int) {
    const Vec4 moved = x[vertex] - push->from;
    push->since_detection += moved;
    push->of_step += moved;
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
