// The ray queue as its readers see it: vertex by vertex.
#pragma once

#include "collision/rays/ray_stage.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Calls visit(job, first hit) for every object that a vertex asks: its outward ray's hit and the inward ray's next.
struct JobsOfVertex {
  CollisionScene scene;
  const int* offsets;
  const GroupJob* jobs;
  int capacity;

  template <class Visit>
  RAYCLOTH_HD void operator()(int vertex, Visit visit) const {
    const int group = group_of(scene, vertex), lane = vertex - scene.groups[group].x;
    for (int i = offsets[group]; i < offsets[group + 1] && i < capacity; ++i) {
      visit(Job{vertex, jobs[i].target}, hit_index(i, lane, Ray::outward));
    }
  }
};

inline JobsOfVertex jobs_of_vertex(const RayStage& rays) {
  return {rays.scene, rays.job_offsets.data(), rays.jobs.data(), static_cast<int>(rays.jobs.size())};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
