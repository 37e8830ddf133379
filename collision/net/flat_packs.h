// Packs around which cloth is so flat that nothing of theirs comes near to the same cloth beside them, however they
// move: no pair of two such packs that have a vertex in common has to be measured.
//
// Seen along a direction to which all triangles around a vertex turn the same side, they lie around it without gap or
// fold, and what of that cloth does not end in the vertex lies beyond the edges across from it: at least the least
// altitude of these triangles away as seen so, and no nearer in space. Of two features that share no vertex, vertex and
// triangle or two edges, the nearest points are a vertex of one and some point of the other, or both would cross as
// seen so. A pack is flat by the altitudes of all packs that have a vertex in common with it, so the triangles around
// each of its vertices are among them; one with a vertex on a border is not.
#pragma once

#include <vector>

#include "collision/net/pack_motion.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of packs of a cloth without a vertex on its border, those that have a vertex in common with each, itself included,
/// ascending; of all others none.
struct PackNeighbours {
  const int *offsets, *packs;

  template <class Visit>
  RAYCLOTH_HD void visit(int pack, Visit visit) const {
    for (int k = offsets[pack]; k < offsets[pack + 1]; ++k) visit(packs[k]);
  }
};

struct PackNeighbourLists {
  std::vector<int> offsets, packs;
};
PackNeighbourLists list_pack_neighbours(const std::vector<FeaturePack>& packs,
                                        const std::vector<CollisionObject>& objects, const std::vector<Int3>& triangles,
                                        const std::vector<Int3>& neighbours, int vertices);

/// How far what is flat stays apart on all of a way, m: PackMotions::flat.
struct FindFlatPacks {
  PackNeighbours neighbours;
  PackMotions motions;

  RAYCLOTH_HD void operator()(int i) const {
    Vec3 direction(0);
    neighbours.visit(i, [&](int pack) { direction += xyz(motions.normals[pack]); });
    direction /= sqrtf(glm::dot(direction, direction) + 1e-30f);
    float least = neighbours.offsets[i] < neighbours.offsets[i + 1] ? kHuge : 0, slack = 0;
    neighbours.visit(i, [&](int pack) {
      const float altitude = motions.facing[pack].x, cosine = motions.facing[pack].y;
      const float between = glm::dot(direction, xyz(motions.normals[pack]));
      least = smaller(least, altitude * (cosine * between - sine_of(cosine) * sine_of(between)));  // of both angles
      slack = larger(slack, motions.rigid.middles[pack].w);
    });
    motions.flat[i] = least * 0.999f - 2 * slack - kRounding;
  }

  RAYCLOTH_HD static float sine_of(float cosine) { return sqrtf(larger(1 - cosine * cosine, 0.0f)); }
};

/// How far two packs stay apart, all the way, but for what has a vertex in common: where there is one (`beside` is 1),
/// and by how flat both are; m, negative: nothing is known.
template <class Real, class Index>
RAYCLOTH_HD inline Real apart_beside(const PackMotions& motions, Index a, Index b, const Real& beside) {
  return select(beside > Real(0), smaller(gather(motions.flat, a), gather(motions.flat, b)), Real(-kHuge));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
