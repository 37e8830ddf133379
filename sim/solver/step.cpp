#include "sim/solver/step.h"

#include <algorithm>

#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void step(Queue& queue, World& world) {
  const Settings& settings = world.settings;
  const int substeps = settings.substeps / settings.detections;
  const float h = settings.time_step / settings.substeps;

  queue.begin_stage(Stage::predict);
  predict(queue, world);
  weigh_bodies(queue, world);
  for (int d = 0; d < settings.detections && !world.abandoned; ++d) {
    foresee_kinematic(queue, world, (d + 1) * substeps, settings.time_step / settings.detections);
    detect(queue, world.detection, detect_options(settings));
    queue.begin_stage(Stage::solve);
    connect_contacts(queue, world);
    begin_push(queue, world, d == 0);
    for (int s = 1; s <= substeps && !world.abandoned; ++s) {
      integrate(queue, world, h);
      move_kinematic(queue, world, d * substeps + s, h);
      integrate_bodies(queue, world, h);
      stretch(queue, world);
      tether(queue, world);
      bend(queue, world);
      hold(queue, world, h, static_cast<float>(d * substeps + s) / settings.substeps);
      take_pulls(queue, world, h);
      match_shapes(queue, world, h);
      keep_volumes(queue, world);
      before_push(queue, world);
      respond(queue, world, h);
      after_push(queue, world);
      find_velocities(queue, world, h);
      finish_bodies(queue, world, h);
    }
    queue.begin_stage(Stage::finish);
    find_normals(queue, world.state);
  }
  queue.begin_stage(Stage::count);
}

DetectOptions detect_options(const Settings& s) {
  return {s.rigid_tracer,   s.deformable_tracer,   s.inversion,
          s.reprojection,   s.bent_rays,           s.predictions,
          s.self_collision, s.prediction_distance, s.time_step / s.detections,
          s.edge_contacts,  s.count_work};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
