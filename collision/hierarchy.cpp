#include "collision/hierarchy.h"

#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Boxes of the leaves: one index per triangle slot of every object is too many launches for small objects, so a
/// launch covers (object, leaf) pairs flattened by the largest object.
static void refit_leaves(Queue& queue, const CollisionScene& scene, int least_motion, int most_leaves) {
  parallel_for(queue, "refit_leaves", scene.objects_count * most_leaves, RAYCLOTH_KERNEL(int i) {
    const CollisionObject& object = scene.objects[i / most_leaves];
    const int leaf = i % most_leaves;
    if (object.moves < least_motion || leaf >= object.leaves) return;
    Box box = empty_box();
    for (int k = leaf * kLeafSize; k < (leaf + 1) * kLeafSize && k < object.triangles; ++k) {
      const Int3 t = scene.triangles[object.first_triangle + k];
      include(box, xyz(scene.positions[t.x]));
      include(box, xyz(scene.positions[t.y]));
      include(box, xyz(scene.positions[t.z]));
    }
    scene.nodes[object.first_node + object.leaves + leaf] = box;
  });
}

static void refit_level(Queue& queue, const CollisionScene& scene, int least_motion, int width) {
  parallel_for(queue, "refit_level", scene.objects_count * width, RAYCLOTH_KERNEL(int i) {
    const CollisionObject& object = scene.objects[i / width];
    if (object.moves < least_motion || width >= object.leaves) return;
    Box* tree = scene.nodes + object.first_node;
    const int node = width + i % width;
    tree[node] = merge(tree[2 * node], tree[2 * node + 1]);
  });
}

void refit(Queue& queue, const CollisionScene& scene, int least_motion) {
  const int most_leaves = 1 << scene.tree_levels;
  refit_leaves(queue, scene, least_motion, most_leaves);
  for (int width = most_leaves / 2; width >= 1; width /= 2) refit_level(queue, scene, least_motion, width);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
