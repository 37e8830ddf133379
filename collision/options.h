// What may change from step to step in the way contacts are found; see sim/settings.h for what each means. Plain data:
// every handler reads what it needs.
#pragma once

#include "collision/kinds.h"

namespace raycloth {

struct CollisionOptions {
  RayTracer rigid_tracer, deformable_tracer;
  Inversion inversion;
  bool reprojection, bent_rays, predictions, self_collision;
  bool edge_contacts;         // edges against edges as well
  bool proximity;             // of the handler `bridson`
  bool count_work;            // add up rays, nodes and triangles tested
  float prediction_distance;  // m
  float interval;             // s until the next detection: rays of fast vertices reach as far as they can get
  float speed_limit;          // m/s that no vertex exceeds
};

}  // namespace raycloth
