// The bounding volume hierarchy. An object has a tree of eight-wide nodes over its triangles, eight to an entry, with
// tight boxes for rays (a TrianglePack); a sweep has one of its own, whose boxes hold what packs may reach
// (collision/net/pack_pairs.h). Entries are taken in memory order, in which the model keeps near ones together, eight
// by eight (sim/model/parts/order.h): lane k of bottom node i holds entry 8 i + k, and node i of a level bounds nodes 8
// i .. 8 i + 7 of the level below. Nothing but boxes is stored: the topology is arithmetic, so a refit is the whole
// update. A traversal needs no stack either: eight bits per level, in one 64-bit word, say which children are still to
// be visited. Cloth cannot stretch far, so triangles near each other at rest stay near: the trees never need
// rebuilding.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/scene.h"
#include "device/box.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A node to refit from the nodes below it.
struct RefitJob {
  int object, level, node;
};

/// What a refit goes through: packs first, then the nodes above by height.
struct RefitPlan {
  Buffer<RefitJob> jobs;
  std::vector<int> first;    // of each height above the bottom, and the end
  Buffer<int> pack_objects;  // object of each pack
};

/// The edges of all objects, each with the lowest of its triangles, in the order of those.
std::vector<CollisionEdge> list_edges(const std::vector<Int3>& triangles, const std::vector<Int3>& neighbours,
                                      const std::vector<CollisionObject>& objects);

/// Sets `packs` (entries and nodes) for every object; returns the number of nodes of all.
int lay_out_trees(std::vector<CollisionObject>& objects);

/// The packs of all objects with the corners of their triangles; where those are is for the refit.
std::vector<TrianglePack> list_packs(const std::vector<Int3>& triangles, const std::vector<CollisionObject>& objects);

RefitPlan plan_refit(const std::vector<CollisionObject>& objects);

/// Vertices taken for an object's frame, at most, spread over it: use(load(vertex)) for each in order, and how many.
inline constexpr int kFrameSamples = 64;
template <class Load, class Use>
RAYCLOTH_HD int for_samples(const CollisionObject& object, const Load& load, const Use& use) {
  const int stride = (object.vertices + kFrameSamples - 1) / kFrameSamples;
  const int samples = stride > 0 ? (object.vertices + stride - 1) / stride : 0;
  load_ahead(
      0, samples, [&](int i) { return load(object.first_vertex + i * stride); }, use);
  return samples;
}

/// Sets the frame of every object: the mean velocity of some of its vertices, spread over it.
void choose_frames(Queue& queue, const CollisionScene& scene);

/// Refits the trees of all objects whose `moves` is at least `least_motion` (0: all of them).
void refit(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion);

/// The nodes above the bottom ones and the objects' bounds, once those at the bottom are as they should be.
void refit_above(Queue& queue, const CollisionScene& scene, const RefitPlan& plan, int least_motion);

RAYCLOTH_HD inline Box bounds_of(const CollisionScene& scene, const CollisionObject& object) {
  return scene.bounds[&object - scene.objects];
}

/// The bottom node that has the box of `entry`, in lane (entry - tree.first_entry) % 8.
RAYCLOTH_HD inline Box8& bottom_node(const CollisionScene& scene, const Tree& tree, int entry) {
  return scene.nodes[tree.level_first[tree.levels - 1] + (entry - tree.first_entry) / 8];
}

/// Sets the box of an entry; the tree's last one also empties the lanes behind it.
RAYCLOTH_HD inline void set_entry(const CollisionScene& scene, const Tree& tree, int entry, const Box& box) {
  Box8& node = bottom_node(scene, tree, entry);
  const int lane = (entry - tree.first_entry) % 8;
  node.set(lane, box);
  const bool last = entry + 1 == tree.first_entry + tree.entries;
  for (int past = lane + 1; last && past < 8; ++past) node.set(past, empty_box());
}

/// Calls visit(boxes, first entry) for the bottom nodes of `tree` that those above lead to, where meets(Box8) says by a
/// mask which children to look into; in ascending order until visit returns false. Returns the number of nodes looked
/// at.
template <class Meets, class Visit>
RAYCLOTH_HD int visit_nodes(const Box8* nodes, const Tree& tree, const Meets& meets, Visit visit) {
  const int bottom = tree.levels - 1;
  int level = 0, node = 0, looked_at = 0;
  uint64_t pending = 0;
  while (true) {
    const Box8& boxes = nodes[tree.level_first[level] + node];
    ++looked_at;
    if (level < bottom) {
      pending |= static_cast<uint64_t>(meets(boxes)) << (8 * level);
    } else if (!visit(boxes, tree.first_entry + 8 * node)) {
      return looked_at;
    }
    while ((pending >> (8 * level) & 255u) == 0) {
      if (level == 0) return looked_at;
      --level;
      node >>= 3;
    }
    const int child = trailing_zeros(static_cast<unsigned>(pending >> (8 * level)) & 255u);
    pending &= ~(uint64_t{1} << (8 * level + child));
    node = 8 * node + child;
    ++level;
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
