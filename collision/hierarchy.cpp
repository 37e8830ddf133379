#include "collision/hierarchy.h"

#include <algorithm>

#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

int lay_out_trees(std::vector<CollisionObject>& objects) {
  int nodes = 0;
  for (CollisionObject& object : objects) {
    std::vector<int> widths;   // from the bottom up
    int width = object.triangles;
    do {
      width = (width + 7) / 8;
      widths.push_back(width);
    } while (width > 1);
    object.levels = static_cast<int>(widths.size());
    for (int level = 0; level < object.levels; ++level) {
      object.level_first[level] = nodes;
      nodes += widths[object.levels - 1 - level];
    }
    object.end_node = nodes;
  }
  return nodes;
}

static int nodes_in_level(const CollisionObject& object, int level) {
  const int end = level + 1 < object.levels ? object.level_first[level + 1] : object.end_node;
  return end - object.level_first[level];
}

RefitPlan plan_refit(const std::vector<CollisionObject>& objects) {
  std::vector<RefitJob> jobs;
  RefitPlan plan;
  int most_levels = 0;
  for (const CollisionObject& object : objects) most_levels = std::max(most_levels, object.levels);
  for (int height = 0; height < most_levels; ++height) {
    plan.first.push_back(static_cast<int>(jobs.size()));
    for (size_t o = 0; o < objects.size(); ++o) {
      const int level = objects[o].levels - 1 - height;
      if (level < 0) continue;
      for (int node = 0; node < nodes_in_level(objects[o], level); ++node) {
        jobs.push_back({static_cast<int>(o), level, node});
      }
    }
  }
  plan.first.push_back(static_cast<int>(jobs.size()));
  plan.jobs = Buffer<RefitJob>(jobs);
  return plan;
}

RAYCLOTH_HD static Box box_of_triangle(const CollisionScene& scene, int triangle, float interval) {
  const Int3 t = scene.triangles[triangle];
  Box box = empty_box();
  for (int corner = 0; corner < 3; ++corner) {
    const Vec3 p = xyz(scene.positions[t[corner]]);
    include(box, p);
    include(box, p + xyz(scene.velocities[t[corner]]) * interval);
  }
  return box;
}

/// One height of all trees: eight triangles, or eight nodes of the level below, to a node. Each writes its own node,
/// and a root its object's bounds.
static void refit_height(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int height,
                         int least_motion, float interval) {
  const RefitJob* jobs = plan.jobs.data() + plan.first[height];
  parallel_for(queue, "refit", plan.first[height + 1] - plan.first[height], RAYCLOTH_KERNEL(int i) {
    const RefitJob job = jobs[i];
    const CollisionObject& object = scene.objects[job.object];
    if (object.moves < least_motion) return;
    Box8 boxes;
    const bool holds_triangles = job.level == object.levels - 1;
    const int below = holds_triangles ? 0 : object.level_first[job.level + 1];
    const int below_end = holds_triangles ? object.triangles
                          : job.level + 2 < object.levels ? object.level_first[job.level + 2] - below
                                                          : object.end_node - below;
    for (int lane = 0; lane < 8; ++lane) {
      const int child = 8 * job.node + lane;
      boxes.set(lane, child >= below_end ? empty_box()
                      : holds_triangles  ? box_of_triangle(scene, object.first_triangle + child, interval)
                                         : hull(scene.nodes[below + child]));
    }
    scene.nodes[object.level_first[job.level] + job.node] = boxes;
    if (job.level == 0) scene.bounds[job.object] = hull(boxes);
  });
}

void refit(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion, float interval) {
  for (size_t height = 0; height + 1 < plan.first.size(); ++height) {
    refit_height(queue, scene, plan, static_cast<int>(height), least_motion, interval);
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
