// Pairs of features in an order that topology decides, and the contacts that are made of them.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/touching.h"
#include "collision/scene.h"
#include "device/atomic.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct FeaturePair {
  Int4 vertices;  // as Nearest has them
  PairKind kind;

  RAYCLOTH_HD bool operator<(const FeaturePair& other) const {
    for (int k = 0; k < 4; ++k) {
      if (vertices[k] != other.vertices[k]) return vertices[k] < other.vertices[k];
    }
    return kind < other.kind;
  }
  RAYCLOTH_HD bool operator==(const FeaturePair& other) const {
    return vertices == other.vertices && kind == other.kind;
  }
};

/// View of them: those whose first vertex is v are [offsets[v], offsets[v + 1]), in order once they are sorted.
struct FeaturePairs {
  int vertices, capacity;
  int* offsets;
  FeaturePair* pairs;

  RAYCLOTH_HD bool has(const FeaturePair& pair) const {
    for (int k = offsets[pair.vertices.x]; k < offsets[pair.vertices.x + 1] && k < capacity; ++k) {
      if (pairs[k] == pair) return true;
    }
    return false;
  }
  /// Among those of its first vertex, in any order; `placed`: how many of each vertex are there already.
  RAYCLOTH_HD void place(const FeaturePair& pair, int* placed) const {
    const int at = offsets[pair.vertices.x] + atomic_add(&placed[pair.vertices.x], 1);
    if (at < capacity) pairs[at] = pair;
  }
  DeviceCount count() const { return {capacity, offsets + vertices}; }
};

void sort_pairs(Queue& queue, const FeaturePairs& pairs);

RAYCLOTH_HD inline Nearest<float> nearest_points(const FeaturePair& pair, const Vec4* x) {
  Point<float> points[4];
  for (int k = 0; k < 4; ++k) points[k] = xyz(x[pair.vertices[k]]) - xyz(x[pair.vertices.x]);
  return nearest(pair.kind, points);
}

// Makers of contacts (see Contacts): the owners are the first vertices, numbered from `first_owner` on.
void count_pairs(Queue& queue, const FeaturePairs& pairs, Contacts& contacts, int first_owner);
void write_pairs(Queue& queue, const FeaturePairs& pairs, Rests rests, int flags, const CollisionScene& scene,
                 Contacts& contacts, int first_owner);

}  // namespace raycloth::RAYCLOTH_DEVICE
