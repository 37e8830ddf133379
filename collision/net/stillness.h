// What need not be measured of packs again: a pack that stands still on a way (start and end of every vertex are the
// same, to the bit) and has not moved since it was measured, still, has the motion and the shape that it had. Most of a
// pile that comes to rest is so, and all of what nothing moves.
#pragma once

#include "collision/net/flat_packs.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of motions that have their shapes in common.
struct Stillness {
  Vec4* places;            // per vertex, m: where the last way of any of them ended
  unsigned char* changes;  // per vertex, of that way: bits of kMoves and kMoved
  unsigned char* stands;   // per pack: what was measured of it, still where it is; kKept: before the last way
  float* still;            // RigidMotions::still, of the motions that are measured

  static constexpr unsigned char kMoves = 1, kMoved = 2;  // on the way, or may be corrected; before it
  static constexpr unsigned char kRigid = 1, kGoing = 2, kShape = 4, kKept = 8;  // kGoing: of Sweep's other motions

  RAYCLOTH_HD void note_vertex(int v, Vec3 start, Vec3 end, float slack) const {
    const bool moves = start != end || slack > 0, moved = start != xyz(places[v]);
    changes[v] = (moves ? kMoves : 0) | (moved ? kMoved : 0);
    if (moves || moved) places[v] = Vec4(end, 0);
  }

  /// Once its vertices are noted.
  RAYCLOTH_HD void note_pack(int i, const FeaturePack& pack) const {
    unsigned char any = 0;
    for (const auto& corner : pack.corners) {
      for (const int v : corner) any |= changes[v];
    }
    still[i] = any & kMoves ? 0.0f : 1.0f;
    if (any) stands[i] = 0;
  }

  /// Measures a part of a noted pack's motion, unless it stands.
  template <class Measure>
  RAYCLOTH_HD void measure(int i, unsigned char part, const Measure& measure) const {
    const bool stood = stands[i] & part;
    if (!stood) measure(i);
    if (part == kShape) stands[i] = stood ? stands[i] | kKept : stands[i] & ~kKept;
    if (!stood && still[i] > 0) stands[i] |= part;
  }

  /// Whether the shape is that of the way before the last one.
  RAYCLOTH_HD bool keeps_shape(int pack) const { return stands[pack] & kKept; }
};

/// Notes all vertices of a way, once for each way.
struct NoteVertices {
  Stillness stillness;
  const Vec4 *from, *to;
  const float* slacks;  // per vertex, m; none: 0
  const int* go;

  RAYCLOTH_HD void operator()(int v) const {
    if (*go) stillness.note_vertex(v, xyz(from[v]), xyz(to[v]), slacks ? slacks[v] : 0);
  }
};

/// Where the shape of a pack beside has changed, or there is none.
struct FindChangedFlatPacks {
  FindFlatPacks find;
  Stillness stillness;

  RAYCLOTH_HD void operator()(int i) const {
    bool stands = find.neighbours.offsets[i] < find.neighbours.offsets[i + 1];
    find.neighbours.visit(i, [&](int pack) { stands = stands && stillness.keeps_shape(pack); });
    if (!stands) find(i);
  }
};

struct StillnessBuffers {
  Buffer<Vec4> places;
  Buffer<unsigned char> changes, stands;

  void resize(size_t vertices, size_t packs) {
    places.resize(vertices);
    changes.resize(vertices);
    stands.resize(packs);
  }
  Stillness view(const RigidMotions& motions) { return {places.data(), changes.data(), stands.data(), motions.still}; }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
