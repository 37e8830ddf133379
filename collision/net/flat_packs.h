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
    const int begin = neighbours.offsets[i], end = neighbours.offsets[i + 1];
    Vec3 direction(0);
    for (int k = begin; k < end; ++k) direction += xyz(motions.normals[neighbours.packs[k]]);
    direction /= sqrtf(glm::dot(direction, direction) + 1e-30f);
    float least = begin < end ? kHuge : 0, slack = 0;
    for (int k = begin; k < end; ++k) {
      const int pack = neighbours.packs[k];
      const float altitude = motions.facing[pack].x, cosine = motions.facing[pack].y;
      const float between = glm::dot(direction, xyz(motions.normals[pack]));
      least = smaller(least, altitude * (cosine * between - sine_of(cosine) * sine_of(between)));  // of both angles
      slack = larger(slack, motions.rigid.middles[pack].w);
    }
    motions.flat[i] = least * 0.999f - 2 * slack - kRounding;
  }

  RAYCLOTH_HD static float sine_of(float cosine) { return sqrtf(larger(1 - cosine * cosine, 0.0f)); }
};

/// Whether two packs that have a vertex in common stay farther apart than `far`, but for what has one in common.
template <class Real, class Index>
RAYCLOTH_HD inline LaneMask<Real> are_flat(const PackMotions& motions, Index a, Index b, const Real& far) {
  return both(gather(motions.flat, a) > far, gather(motions.flat, b) > far);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
