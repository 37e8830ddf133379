#include "collision/untangle/ways.h"

#include "collision/untangle/tangles.h"
#include "device/fixed_point.h"

namespace raycloth::RAYCLOTH_DEVICE {

void find_ways_out(Queue& queue, const TangleView& view) {
  const WaysOut way_of{view};
  parallel_for(queue, "find_ways_out", view.pair_count(), 9 * bytes<TangledPair> + 16 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Vec4 way = way_of(i);
                 view.ways[i] = way;
                 const ContourPlace place = view.place_of(i);
                 if (way.w > 0 || place.turn == 0) return;
                 ContourGradient& sum = view.gradients[place.first];
                 const Vec3 normal = way_of.face_normal(view.pairs[i].triangle);
                 const float across = glm::dot(xyz(way), normal);
                 const Vec3 along = (xyz(way) - normal * across) * place.turn;
                 for (int k = 0; k < 3; ++k) atomic_add(&sum.along[k], fixed(along[k]));
                 atomic_add(&sum.across[place.turn < 0], fixed(across));
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
