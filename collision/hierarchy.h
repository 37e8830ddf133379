// The bounding volume hierarchy: per object a tree of eight-wide nodes over its triangles in memory order, which the
// model keeps along a space-filling curve. The bottom level holds the boxes of the triangles themselves, eight to a
// node; node i of a level bounds nodes 8 i .. 8 i + 7 of the level below. Nothing but boxes is stored: the topology
// is arithmetic, so a refit is the whole update. A traversal needs no stack either: eight bits per level, in one
// 64-bit word, say which children are still to be visited.
// Cloth cannot stretch far, so triangles near each other at rest stay near: the tree never needs rebuilding.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/scene.h"
#include "device/box.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A node to refit.
struct RefitJob {
  int object, level, node;
};

/// The nodes of all objects by height: those of height 0 hold triangles, each other height bounds the one below.
struct RefitPlan {
  Buffer<RefitJob> jobs;
  std::vector<int> first;   // of each height, and the end
};

/// Lays out a tree for every object (levels, level_first, end_node) and returns the number of nodes of all.
int lay_out_trees(std::vector<CollisionObject>& objects);
RefitPlan plan_refit(const std::vector<CollisionObject>& objects);

/// Refits the trees of all objects whose `moves` is at least `least_motion` (0: all of them). Boxes hold their
/// triangles now and after `interval` seconds at their present velocities.
void refit(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion, float interval);

/// The box of a triangle as last refitted.
RAYCLOTH_HD inline Box triangle_box(const CollisionScene& scene, const CollisionObject& object, int triangle) {
  const int k = triangle - object.first_triangle;
  return scene.nodes[object.level_first[object.levels - 1] + k / 8].get(k % 8);
}

RAYCLOTH_HD inline Box bounds_of(const CollisionScene& scene, const CollisionObject& object) {
  return scene.bounds[&object - scene.objects];
}

/// Calls visit(triangle) for every triangle of `object` whose box, and those above it, are in the mask that
/// meets(Box8) returns, in ascending order until visit returns false; returns the number of nodes looked at.
template <class Meets, class Visit>
RAYCLOTH_HD int visit_triangles(const CollisionScene& scene, const CollisionObject& object, Meets meets, Visit visit) {
  const int bottom = object.levels - 1;
  int level = 0, node = 0, looked_at = 1;
  uint64_t pending = meets(scene.nodes[object.level_first[0]]);
  while (true) {
    const unsigned here = static_cast<unsigned>(pending >> (8 * level)) & 255u;
    if (here == 0) {
      if (level == 0) return looked_at;
      --level;
      node >>= 3;
      continue;
    }
    const int child = trailing_zeros(here);
    pending &= ~(uint64_t{1} << (8 * level + child));
    if (level == bottom) {
      if (!visit(object.first_triangle + 8 * node + child)) return looked_at;
      continue;
    }
    node = 8 * node + child;
    ++level;
    ++looked_at;
    pending |= static_cast<uint64_t>(meets(scene.nodes[object.level_first[level] + node])) << (8 * level);
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
