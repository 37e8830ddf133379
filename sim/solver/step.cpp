#include "sim/solver/step.h"

#include "device/parallel.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr const char* kSolve = "solve";

/// Whatever stage a handler's hook began, the time after it is the solver's again.
template <class Hook>
static void call(Queue& queue, const Hook& hook) {
  hook();
  if (queue.stage() != kSolve) queue.begin_stage(kSolve);
}

void step(Queue& queue, World& world) {
  const Settings& settings = world.settings;
  const int detections = world.pace.detections, all = substeps_of(world), substeps = all / detections;
  const float h = substep_of(world), interval = settings.time_step / detections;
  Handler& handler = *world.handler;
  const MovingState moving{world.state.positions.data(), world.state.previous.data(), world.state.velocities.data()};

  queue.begin_stage("predict");
  hold_sleepers(queue, world);
  find_sunk(queue, world);
  weigh_centres(queue, world);
  for (int d = 0; d < detections && !world.abandoned; ++d) {
    foresee_kinematic(queue, world, d * substeps + 1, (d + 1) * substeps, interval);
    begin_displacement(queue, world, d == 0);
    begin_interval(queue, world, d);
    before_displacement(queue, world);
    untangle(queue, world, d);
    after_displacement(queue, world, Mover::untangling);
    find_near(queue, world);
    handler.detect(queue, collision_options(world));
    take_bounds(queue, world);
    find_forces(queue, world, interval);
    queue.begin_stage(kSolve);
    connect_contacts(queue, world, d);
    find_anchors(queue, world);
    before_displacement(queue, world);
    push_out(queue, world, interval);
    after_displacement(queue, world, Mover::response);
    for (int s = 1; s <= substeps && !world.abandoned; ++s) {
      queue.begin_round();
      integrate(queue, world, h);
      move_kinematic(queue, world, d * substeps + s, h);
      fasten(queue, world, h);
      integrate_bodies(queue, world, h);
      const bool odd = (d * substeps + s) % 2 == 1;  // every other substep, and an only one
      if (odd) carry_load(queue, world);
      stretch(queue, world);
      bend(queue, world);
      if (odd) open_creases(queue, world);
      hold(queue, world, h, static_cast<float>(d * substeps + s) / static_cast<float>(all));
      take_pulls(queue, world, h);
      match_shapes(queue, world, h);
      keep_volumes(queue, world);
      const bool ends = s == substeps && (d + 1 == detections || world.pace.warned);
      if (ends) limit_before_contacts(queue, world);
      call(queue, [&] { handler.in_substep(queue, moving, h); });
      before_displacement(queue, world);
      respond(queue, world, h);
      after_displacement(queue, world, Mover::response);
      before_displacement(queue, world);
      hold_tangled(queue, world);
      after_displacement(queue, world, Mover::untangling);
      if (ends) forget_limits(queue, world);
      slow_tangled(queue, world, h);
      find_velocities(queue, world, h);
      finish_bodies(queue, world, h);
      if (ends) {
        limit_after_contacts(queue, world);
        slow_tangled(queue, world, h);
      }
    }
    queue.end_rounds();
    call(queue, [&] { handler.end_interval(queue, moving, interval); });
    before_displacement(queue, world);
    catch_crossings(queue, world, d);
    calm_tangled(queue, world, interval);
    after_displacement(queue, world, Mover::net);
    queue.begin_stage("finish");
    find_normals(queue, world.state, vertices_to_turn(world));
  }
  finish_untangling(queue, world);
  watch_rest(queue, world);
  queue.begin_stage(nullptr);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
