#include "collision/untangle/ways.h"

#include "collision/untangle/tangles.h"

namespace raycloth::RAYCLOTH_DEVICE {

void find_ways_out(Queue& queue, const TangleView& view) {
  const WaysOut way_of{view};
  parallel_for(queue, "find_ways_out", view.pair_count(), 9 * bytes<TangledPair> + 24 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Vec4 way = way_of(i);
                 view.ways[i] = way;
                 const ContourPlace place = view.place_of(i);
                 if (way.w == 0 && place.turn != 0) way_of.add_to_contour(i, place, xyz(way));
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
