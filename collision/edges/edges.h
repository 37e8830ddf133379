// Edges against edges: what vertex rays cannot see. A fold or a border can cross another between their vertices; there
// the nearest points are inside two edges. Such pairs become contacts at a smaller rest distance than vertex contacts,
// so that they cost nothing where cloth lies flat and act where it is about to cross. Any handler may have them beside
// its own contacts.
#pragma once

#include "collision/bvh/broad_phase.h"
#include "collision/bvh/geometry.h"
#include "collision/contacts/contacts.h"
#include "collision/options.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Pairs remembered per edge between counting and writing; an edge with more is searched twice.
inline constexpr int kKeptPairs = 8;

/// What searches went through since the reset, where work is counted.
struct EdgeCounters {
  unsigned long long nodes, packs;  // looked at
  unsigned long long tests, pairs;  // of a group's edges against one; that were near
};

struct EdgeStage {
  /// Owners of contacts are the places of edges, numbered from `first_owner` on.
  EdgeStage(Geometry& geometry, BroadPhase& broad_phase, Contacts& contacts, int first_owner);
  EdgeStage(const EdgeStage&) = delete;
  EdgeStage& operator=(const EdgeStage&) = delete;

  BroadPhase& broad_phase;
  Contacts& contacts;
  const CollisionScene& scene;
  int first_owner;

  Buffer<int> pairs;  // kKeptPairs per place: the other edge's place
  // Of the last detection's contacts of edges, in the order of the list: the other edge's ends, and the normal.
  Buffer<Int2> previous_others;
  Buffer<Vec4> previous_normals;
  Buffer<EdgeCounters> counters;
};

// The phases of a detection, in order; the trees of edges hold what edges can reach in options.interval.
void count_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options);
void write_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options);  // once they are placed
void remember_edges(Queue& queue, EdgeStage& edges);

/// Room for so many contacts, keeping what is remembered. Between steps.
void reserve_previous(EdgeStage& edges, int contacts);

}  // namespace raycloth::RAYCLOTH_DEVICE
