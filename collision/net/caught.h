// Pairs that the safety net had to part. Nothing else saw them come, most of them where a border or a vertex meets a
// sharp fold beside the one ray, so they are contacts of the detections that follow until they have come apart: or the
// net would have to part them again in every step.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/nearest.h"
#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct CaughtPair {
  Int4 vertices;  // as Nearest has them
  PairKind kind;

  /// An order that topology decides.
  RAYCLOTH_HD bool operator<(const CaughtPair& other) const {
    for (int k = 0; k < 4; ++k) {
      if (vertices[k] != other.vertices[k]) return vertices[k] < other.vertices[k];
    }
    return kind < other.kind;
  }
  RAYCLOTH_HD bool operator==(const CaughtPair& other) const {
    return vertices == other.vertices && kind == other.kind;
  }
};

/// View of them, for whoever makes contacts: those whose first vertex is v are [offsets[v], offsets[v + 1]), in order.
struct CaughtPairs {
  int vertices, capacity;
  int* offsets;
  CaughtPair* pairs;

  RAYCLOTH_HD bool has(const CaughtPair& pair) const {
    for (int k = offsets[pair.vertices.x]; k < offsets[pair.vertices.x + 1] && k < capacity; ++k) {
      if (pairs[k] == pair) return true;
    }
    return false;
  }
  DeviceCount count() const { return {capacity, offsets + vertices}; }
};

RAYCLOTH_HD inline Nearest<float> nearest_points(const CaughtPair& pair, const Vec4* x) {
  Point<float> points[4];
  for (int k = 0; k < 4; ++k) points[k] = xyz(x[pair.vertices[k]]) - xyz(x[pair.vertices.x]);
  return nearest(pair.kind, points);
}

// Makers of contacts (see Contacts): the owners are the first vertices, numbered from `first_owner` on.
void count_caught(Queue& queue, const CaughtPairs& caught, Contacts& contacts, int first_owner);
void write_caught(Queue& queue, const CaughtPairs& caught, const CollisionScene& scene, Contacts& contacts,
                  int first_owner);

}  // namespace raycloth::RAYCLOTH_DEVICE
