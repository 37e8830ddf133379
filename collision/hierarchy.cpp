#include "collision/hierarchy.h"

#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

static void box_triangles(Queue& queue, const CollisionScene& scene, int least_motion, float interval) {
  parallel_for(queue, "box_triangles", scene.triangles_count, RAYCLOTH_KERNEL(int i) {
    if (scene.objects[scene.triangle_object[i]].moves < least_motion) return;
    const Int3 t = scene.triangles[i];
    Box box = empty_box();
    for (int corner = 0; corner < 3; ++corner) {
      const Vec3 p = xyz(scene.positions[t[corner]]);
      include(box, p);
      include(box, p + xyz(scene.velocities[t[corner]]) * interval);
    }
    scene.triangle_boxes[i] = box;
  });
}

/// A launch covers the leaves of all objects, as many for each as the largest has: small objects cost next to nothing,
/// and launches of their own would cost more.
static void refit_leaves(Queue& queue, const CollisionScene& scene, int least_motion, int most_leaves) {
  parallel_for(queue, "refit_leaves", scene.objects_count * most_leaves, RAYCLOTH_KERNEL(int i) {
    const CollisionObject& object = scene.objects[i / most_leaves];
    const int leaf = i % most_leaves;
    if (object.moves < least_motion || leaf >= object.leaves) return;
    Box box = empty_box();
    for (int k = leaf * kLeafSize; k < (leaf + 1) * kLeafSize && k < object.triangles; ++k) {
      box = merge(box, scene.triangle_boxes[object.first_triangle + k]);
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

void refit(Queue& queue, const CollisionScene& scene, int least_motion, float interval) {
  const int most_leaves = 1 << scene.tree_levels;
  box_triangles(queue, scene, least_motion, interval);
  refit_leaves(queue, scene, least_motion, most_leaves);
  for (int width = most_leaves / 2; width >= 1; width /= 2) refit_level(queue, scene, least_motion, width);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
