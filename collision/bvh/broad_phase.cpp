// The root of an object's tree is its box. A scene has a few dozen objects, for which testing all pairs in one launch
// beats sorting them first.
#include "collision/bvh/broad_phase.h"

#include "collision/thickness.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Whether vertices of `a` ask `b` at all: one must give way, and only cloth asks itself.
RAYCLOTH_HD static bool may_ask(const CollisionObject& a, const CollisionObject& b, bool same, bool self_collision) {
  if (same) return self_collision && a.self_collision && a.kind == ObjectKind::cloth;
  return a.yields || b.yields;
}

void BroadPhase::find_pairs(Queue& queue, const CollisionScene& scene, const CollisionOptions& options, float stretch) {
  int* targets = targets_.data();
  int* counts = counts_.data();
  const float reach = options.prediction_distance;
  const bool self_collision = options.self_collision;
  const float interval = options.interval, speed_limit = options.speed_limit;
  parallel_for(queue, "find_pairs", scene.objects_count, bytes<int, Box> + scene.objects_count * bytes<int, Box>,
               [=] RAYCLOTH_KERNEL(int a) {
                 const CollisionObject& source = scene.objects[a];
                 int count = 0;
                 for (int b = 0; b < scene.objects_count; ++b) {
                   const CollisionObject& target = scene.objects[b];
                   const float touching = most_half_thickness(source) + most_half_thickness(target);
                   const float farthest = fmaxf(stretch * reach, stretch * touching + 2 * speed_limit * interval);
                   const Box box = inflate(scene.bounds[a], farthest);
                   if (may_ask(source, target, a == b, self_collision) && overlaps(box, scene.bounds[b])) {
                     targets[a * scene.objects_count + count++] = b;
                   }
                 }
                 counts[a] = count;
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
