#include "collision/bvh/hierarchy.h"

#include <algorithm>

#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

static bool owns_edge(const Int3& neighbours, int triangle, int side) {
  return neighbours[side] < 0 || triangle < neighbours[side];
}

std::vector<CollisionEdge> list_edges(const std::vector<Int3>& triangles, const std::vector<Int3>& neighbours,
                                      const std::vector<CollisionObject>& objects) {
  std::vector<CollisionEdge> edges;
  for (const CollisionObject& object : objects) {
    for (int t = object.first_triangle; t < object.first_triangle + object.triangles; ++t) {
      for (int side = 0; side < 3; ++side) {
        if (owns_edge(neighbours[t], t, side)) edges.push_back({{triangles[t][side], triangles[t][(side + 1) % 3]}, t});
      }
    }
  }
  return edges;
}

/// Returns the number of nodes up to the end of this tree, which begins at `node`.
static int lay_out_tree(Tree& tree, int node) {
  std::vector<int> widths;  // from the bottom up
  int width = tree.entries;
  do {
    width = (width + 7) / 8;
    widths.push_back(width);
  } while (width > 1);
  tree.levels = static_cast<int>(widths.size());
  for (int level = 0; level < tree.levels; ++level) {
    tree.level_first[level] = node;
    node += widths[tree.levels - 1 - level];
  }
  return tree.end_node = node;
}

int lay_out_trees(std::vector<CollisionObject>& objects) {
  int nodes = 0, packs = 0;
  for (CollisionObject& object : objects) {
    object.packs.first_entry = packs;
    object.packs.entries = (object.triangles + 7) / 8;
    packs += object.packs.entries;
    nodes = lay_out_tree(object.packs, nodes);
  }
  return nodes;
}

std::vector<TrianglePack> list_packs(const std::vector<Int3>& triangles, const std::vector<CollisionObject>& objects) {
  std::vector<TrianglePack> packs;
  for (const CollisionObject& object : objects) {
    for (int i = 0; i < 8 * object.packs.entries; ++i) {
      if (i % 8 == 0) packs.emplace_back();
      const Int3 t = i < object.triangles ? triangles[object.first_triangle + i] : Int3(-1);
      for (int corner = 0; corner < 3; ++corner) packs.back().corners[corner][i % 8] = t[corner];
    }
  }
  return packs;
}

RAYCLOTH_HD static int nodes_in_level(const Tree& tree, int level) {
  const int end = level + 1 < tree.levels ? tree.level_first[level + 1] : tree.end_node;
  return end - tree.level_first[level];
}

/// Bottom nodes are refitted with their entries; only what is above them is planned node by node.
static std::vector<RefitJob> jobs_of_height(const std::vector<CollisionObject>& objects, int height) {
  std::vector<RefitJob> jobs;
  for (int o = 0; o < static_cast<int>(objects.size()); ++o) {
    const Tree& tree = objects[o].packs;
    const int level = tree.levels - 1 - height;
    for (int node = 0; level >= 0 && node < nodes_in_level(tree, level); ++node) jobs.push_back({o, level, node});
  }
  return jobs;
}

RefitPlan plan_refit(const std::vector<CollisionObject>& objects) {
  RefitPlan plan;
  std::vector<RefitJob> all;
  for (int height = 1;; ++height) {
    const std::vector<RefitJob> jobs = jobs_of_height(objects, height);
    plan.first.push_back(static_cast<int>(all.size()));
    if (jobs.empty()) break;
    all.insert(all.end(), jobs.begin(), jobs.end());
  }
  std::vector<int> pack_objects;
  for (int o = 0; o < static_cast<int>(objects.size()); ++o) {
    pack_objects.insert(pack_objects.end(), objects[o].packs.entries, o);
  }
  plan.jobs = Buffer<RefitJob>(all);
  plan.pack_objects = Buffer<int>(pack_objects);
  return plan;
}

/// Takes the corners of a pack from `positions`; places without a triangle get one point of the first. The box around.
RAYCLOTH_HD static Box place_corners(const Team& team, TrianglePack& pack, const Vec4* positions) {
  Box box;
  team.for_eight([&]<class Real>(Lanes<Real> at) {
    Vector3<Real> low = in_lanes<Real>(Vec3(kHuge)), high = in_lanes<Real>(Vec3(-kHuge));
    for (int corner = 0; corner < 3; ++corner) {
      OfLanes<int> vertices;
      for_lanes(team, 8, [&](int lane) {
        const int vertex = pack.corners[corner][lane];
        vertices[lane] = vertex < 0 ? pack.corners[0][0] : vertex;
      });
      const Vector3<Real> p = xyz(gather(positions, indices(vertices, at)));
      store(pack.at[0][corner], at, p.x);
      store(pack.at[1][corner], at, p.y);
      store(pack.at[2][corner], at, p.z);
      low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
      high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
    box = hull(team, low, high);
  });
  return box;
}

/// Eight triangles to an index: their pack, and its box in the bottom node.
static void refit_packs(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion) {
  const int* pack_objects = plan.pack_objects.data();
  parallel_for_teams(queue, "refit_packs", static_cast<int>(plan.pack_objects.size()),
                     bytes<int> + 24 * bytes<Vec4> + bytes<TrianglePack, Box>,
                     [=] RAYCLOTH_KERNEL(const Team& team, int i) {
                       const CollisionObject& object = scene.objects[pack_objects[i]];
                       if (object.moves < least_motion) return;
                       const Box box = place_corners(team, scene.packs[i], scene.positions);
                       if (team.leads()) set_entry(scene, object.packs, i, box);
                     });
}

/// The nodes of one height above the bottom, of all objects: eight indices to a node, one to each lane.
static void refit_height(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int height,
                         int least_motion) {
  const RefitJob* jobs = plan.jobs.data() + plan.first[height];
  parallel_for(queue, "refit_nodes", 8 * (plan.first[height + 1] - plan.first[height]),
               (bytes<RefitJob> + 9 * bytes<Box8>) / 8, [=] RAYCLOTH_KERNEL(int i) {
                 const RefitJob job = jobs[i / 8];
                 const CollisionObject& object = scene.objects[job.object];
                 if (object.moves < least_motion) return;
                 const Tree& tree = object.packs;
                 const int below = tree.level_first[job.level + 1], count = nodes_in_level(tree, job.level + 1);
                 const int child = 8 * job.node + i % 8;
                 scene.nodes[tree.level_first[job.level] + job.node].set(
                     i % 8, child < count ? hull(scene.nodes[below + child]) : empty_box());
               });
}

void choose_frames(Queue& queue, const CollisionScene& scene) {
  parallel_for(queue, "choose_frames", scene.objects_count, (kFrameSamples + 1) * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int o) {
                 const CollisionObject& object = scene.objects[o];
                 Vec3 sum(0);
                 const auto load = [&](int v) { return xyz(scene.velocities[v]); };
                 const int samples = for_samples(object, load, [&](const Vec3& velocity) { sum += velocity; });
                 scene.frames[o] = Vec4(object.moves ? sum / static_cast<float>(samples) : Vec3(0), 0);
               });
}

void refit(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion) {
  refit_packs(queue, scene, plan, least_motion);
  refit_above(queue, scene, plan, least_motion);
}

void refit_above(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion) {
  for (size_t height = 0; height + 1 < plan.first.size(); ++height) {
    refit_height(queue, scene, plan, static_cast<int>(height), least_motion);
  }
  parallel_for(queue, "find_bounds", scene.objects_count, bytes<Box8, Box>, [=] RAYCLOTH_KERNEL(int o) {
    scene.bounds[o] = hull(scene.nodes[scene.objects[o].packs.level_first[0]]);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
