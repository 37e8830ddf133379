// Pairs of packs whose edges may make contacts until the next detection, as a sweep finds them: for whoever looks for
// edges (collision/edges).
#pragma once

#include "collision/net/pack_motion.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Views of a sweep's arrays, kept up to date by it. The first pack of a pair is cloth; of one object, or of two
/// cloths, no two packs are paired twice.
struct NearPacks {
  const FeaturePack* packs;
  PackMotions motions;  // from now until then
  const Int2* pairs;
  int* due;                  // pairs that may be near, in any order
  float *touching, *within;  // of these, m: edges nearer than that make a contact at rest; farther apart, none
  float* bounds;             // of these, m: what their edges keep apart; takes the least
  int* due_count;            // how many
  int capacity;
  float edge;        // m, the median one of cloth
  float farthest;    // m beyond `within`, to which edges are measured
  const Vec4* ends;  // per vertex: where it is then, if it goes on as it does

  /// Whether it is worth knowing what the edges of a pair that may be near keep apart: it closes in by little enough.
  RAYCLOTH_HD bool are_measured(int place) const { return within[place] - touching[place] < farthest; }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
