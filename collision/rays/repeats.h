// Vertices about which nothing has changed since the last detection. This one would find for them what that one found,
// so no ray of theirs is cast or judged: their contacts are written again from what is kept of them. Results are those
// of a full detection, to the last bit.
//
// Nothing has changed where the vertex has not moved, turned its normal or got a velocity, where nothing that moved
// since can have been or be on its rays, and nothing crosses; and where the last detection was such a one as well and
// left the sides that it had found (they decide on inversion). The vertex that is inspected is looked at in full.
#pragma once

#include "collision/rays/ray_stage.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What the last detection found for a vertex that repeats it.
struct KeptContacts {
  PreviousOwners owners;
  const int *triangles, *sides, *flags;
  const KeptHit* hits;

  /// Calls visit(place) for each in order.
  template <class Visit>
  RAYCLOTH_HD void operator()(int vertex, Visit visit) const {
    owners(vertex, [&](int place) {
      visit(place);
      return true;
    });
  }
};

inline KeptContacts kept_contacts(const RayStage& rays) {
  return {rays.contacts.previous(), rays.previous_triangles.data(), rays.previous_sides.data(),
          rays.repeats.flags.data(), rays.repeats.hits.data()};
}

/// The vertices of a group that repeat.
RAYCLOTH_HD inline int repeating(const CollisionScene& scene, const Change* changes, int group) {
  int count = 0;
  for (int v = scene.groups[group].x; v < scene.groups[group].y; ++v) count += changes[v] == Change::none;
  return count;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
