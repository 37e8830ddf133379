// What crosses at present, for whoever must not keep it so. Nothing does while nothing is untangled.
#pragma once

#include "device/math.h"
#include "device/sets/pair_set.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct TangledVertices {
  PairSet all, sheets;  // vertices near a place where their surfaces cross; those without a solid
  PairSet regions;      // the first of which has to go through the other, or the other way round
  const int* region;    // per vertex
  int any;              // 0: nothing crosses

  /// Whether the set has one of the first `of_first` of four numbers together with one of the others.
  RAYCLOTH_HD static bool has(const PairSet& set, Int4 v, int of_first) {
    for (int i = 0; i < of_first; ++i) {
      for (int k = of_first; k < 4; ++k) {
        if (set.has(v[i], v[k])) return true;
      }
    }
    return false;
  }

  // Of the vertices of two features, the first of which has `of_first`:
  RAYCLOTH_HD bool cross(Int4 v, int of_first) const { return any && has(all, v, of_first); }
  RAYCLOTH_HD bool sheets_cross(Int4 v, int of_first) const { return any && has(sheets, v, of_first); }
  /// Whether they cross, or one is of a region that has to go through that of the other.
  RAYCLOTH_HD bool on_wrong_side(Int4 v, int of_first) const {
    if (!any) return false;
    const Int4 regions_of(region[v.x], region[v.y], region[v.z], region[v.w]);
    return has(sheets, v, of_first) || has(regions, regions_of, of_first);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
