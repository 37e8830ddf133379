// The bounding volume hierarchy: per object a perfect binary tree of boxes over its triangles in memory order, which
// the model keeps along a space-filling curve. Leaf k holds triangles [kLeafSize k, kLeafSize k + kLeafSize); node i
// has children 2i and 2i + 1, the root is 1. Nothing but boxes is stored: the topology is arithmetic, so a refit is
// the whole update, and the traversal needs no stack (the node after i is (i + 1) without its trailing zero bits).
// Cloth cannot stretch far, so triangles near each other at rest stay near: the tree never needs rebuilding.
#pragma once

#include "collision/scene.h"
#include "device/box.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Triangles in a leaf: enough that a tree is small, few enough that a leaf's box is tight.
inline constexpr int kLeafSize = 4;

/// Number of leaves (a power of two) of a tree over `triangles`.
inline int leaf_count(int triangles) {
  int leaves = 1;
  while (leaves * kLeafSize < triangles) leaves *= 2;
  return leaves;
}

/// Refits the trees of all objects whose `moves` is at least `least_motion` (0: all of them). Boxes hold their
/// triangles now and after `interval` seconds at their present velocities.
void refit(Queue& queue, const CollisionScene& scene, int least_motion, float interval);

/// Calls visit(first, last) for the triangle range of every leaf of `object` whose box, and those of its ancestors,
/// meets(box), in ascending order until visit returns false; returns the number of nodes looked at.
template <class Meets, class Visit>
RAYCLOTH_HD int visit_leaves(const Box* nodes, const CollisionObject& object, Meets meets, Visit visit) {
  const Box* tree = nodes + object.first_node;
  const unsigned leaves = object.leaves;
  int looked_at = 0;
  unsigned node = 1;
  do {
    ++looked_at;
    if (meets(tree[node])) {
      if (node < leaves) {
        node *= 2;
        continue;
      }
      const int first = static_cast<int>(node - leaves) * kLeafSize;
      const int last = first + kLeafSize < object.triangles ? first + kLeafSize : object.triangles;
      if (!visit(object.first_triangle + first, object.first_triangle + last)) return looked_at;
    }
    ++node;
    node >>= trailing_zeros(node);
  } while (node != 1);
  return looked_at;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
