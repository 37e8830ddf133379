// Edges against edges: what vertex rays cannot see. A fold or a border can cross another between their vertices; there
// the nearest points are inside two edges. Such pairs become contacts at a smaller rest distance than vertex contacts,
// so that they cost nothing where cloth lies flat and act where it is about to cross. Any handler may have them beside
// its own contacts.
#pragma once

#include "collision/bvh/geometry.h"
#include "collision/contacts/contacts.h"
#include "collision/net/near_packs.h"
#include "collision/options.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What searches went through since the reset, where work is counted.
struct EdgeCounters {
  int most_pairs;                   // that made a contact, in any detection
  unsigned long long packs, tests;  // pairs of packs that were looked at; of an edge against eight
};

struct EdgeStage {
  /// Owners of contacts are the places of edges, numbered from `first_owner` on. `near` outlives this.
  EdgeStage(Geometry& geometry, const NearPacks& near, Contacts& contacts, int first_owner);
  EdgeStage(const EdgeStage&) = delete;
  EdgeStage& operator=(const EdgeStage&) = delete;

  const NearPacks& near;
  Contacts& contacts;
  const CollisionScene& scene;
  int first_owner;

  Buffer<int> places;  // of edges, by pack, corner and triangle; -1: another pack's
  Buffer<Int2> pairs;  // that make a contact, in any order: the owner's place and the other's
  Buffer<int> pairs_count;
  Buffer<int> others, next;  // the other's place by place in the list; per place, how many are there already
  // Of the last detection's contacts of edges, in the order of the list: the other edge's ends, and the normal.
  Buffer<Int2> previous_others;
  Buffer<Vec4> previous_normals;
  Buffer<EdgeCounters> counters;
};

// The phases of a detection, in order.
void find_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options);   // counts contacts
void write_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options);  // once they are placed
void remember_edges(Queue& queue, EdgeStage& edges);

/// Room for so many pairs; for so many contacts, keeping what is remembered. Between steps.
void reserve_pairs(EdgeStage& edges, int pairs);
void reserve_previous(EdgeStage& edges, int contacts);

}  // namespace raycloth::RAYCLOTH_DEVICE
