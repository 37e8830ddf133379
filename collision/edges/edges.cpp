#include "collision/edges/edges.h"

#include "collision/edges/edge_search.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

EdgeStage::EdgeStage(Geometry& geometry, BroadPhase& pairs_of_objects, Contacts& list, int first)
    : broad_phase(pairs_of_objects), contacts(list), scene(geometry.scene), first_owner(first), counters(1) {
  pairs.resize(static_cast<size_t>(kKeptPairs) * scene.edge_places);
}

void reserve_previous(EdgeStage& edges, int contacts) {
  edges.previous_others.grow(contacts);
  edges.previous_normals.grow(contacts);
}

static EdgeSearch search_of(const EdgeStage& edges, const CollisionOptions& options) {
  return {.scene = edges.scene,
          .previous = {edges.contacts.previous(), edges.first_owner, edges.previous_others.data(),
                       edges.previous_normals.data()},
          .pairs = edges.broad_phase.pairs(),
          .interval = options.interval,
          .inversion = options.inversion};
}

/// Counts the contacts of every edge and keeps the first few.
void count_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options) {
  const EdgeSearch search = search_of(edges, options);
  const bool count_work = options.count_work;
  EdgeCounters* counters = edges.counters.data();
  int* found = edges.contacts.list().offsets + edges.first_owner;
  int* kept = edges.pairs.data();
  parallel_for(queue, "count_edge_contacts", edges.scene.edge_places / kGroup,
               Moves(kGroup * (bytes<CollisionEdge, float, int> + 4 * bytes<Vec4>)+bytes<Box8>)
                   .per_in_step(&counters->nodes, bytes<Box8>)
                   .per_in_step(&counters->packs, bytes<EdgePack>)
                   .per_in_step(&counters->tests, bytes<CollisionEdge, float> + 2 * bytes<Vec4>)
                   .per_in_step(&counters->pairs, 2 * bytes<CollisionEdge> + 12 * bytes<Vec4>),
               [=] RAYCLOTH_KERNEL(int group) {
                 const int first = kGroup * group;
                 int counts[kGroup] = {};
                 const auto keep = [&](int place, int other) {
                   int& count = counts[place - first];
                   if (count < kKeptPairs) kept[place * kKeptPairs + count] = other;
                   ++count;
                 };
                 EdgeCounts work;
                 search.search<kGroup>(first, work, keep);
                 for (int i = 0; i < kGroup; ++i) found[first + i] = counts[i];
                 if (count_work) {
                   atomic_add(&counters->nodes, static_cast<unsigned long long>(work.nodes));
                   atomic_add(&counters->packs, static_cast<unsigned long long>(work.packs));
                   atomic_add(&counters->tests, static_cast<unsigned long long>(work.tests));
                   atomic_add(&counters->pairs, static_cast<unsigned long long>(work.pairs));
                 }
               });
}

namespace {

/// Writes a pair at its place, and counts it.
struct EdgeContactWriter {
  EdgeSearch search;
  ContactList contacts;

  RAYCLOTH_HD void operator()(int place, int other, int slot) const {
    EdgeContact found;
    search.contact_of(place, other, found);
    const bool prediction = found.distance >= found.normal_rest.w;
    atomic_add(prediction ? &contacts.counters->predictions : &contacts.counters->collisions, 1);
    if (found.inverted) atomic_add(&contacts.counters->inversions, 1);
    if (slot >= contacts.capacity) return;
    contacts.vertices[slot] = found.vertices;
    contacts.weights[slot] = found.weights;
    contacts.normals[slot] = found.normal_rest;
    contacts.distances[slot] = found.distance;
    contacts.triangles[slot] = search.scene.edges[other].triangle;
    contacts.flags[slot] = kFlagEdges | (found.inverted ? kFlagInverted : 0) | (prediction ? kFlagPrediction : 0);
  }
};

}  // namespace

void write_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options) {
  const EdgeContactWriter write{search_of(edges, options), edges.contacts.list()};
  const int* offsets = write.contacts.offsets + edges.first_owner;
  const int* kept = edges.pairs.data();
  constexpr long long written = bytes<int> + 2 * bytes<CollisionEdge> + 12 * bytes<Vec4> + kContactBytes;
  const Moves moved = Moves(bytes<Int2>).per(offsets + edges.scene.edge_places, written).per(offsets, -written);
  parallel_for(queue, "write_edge_contacts", edges.scene.edge_places, moved, [=] RAYCLOTH_KERNEL(int place) {
    int slot = offsets[place];
    const int count = offsets[place + 1] - slot;
    if (count > kKeptPairs) {
      EdgeCounts work;
      write.search.search<1>(place, work, [&](int, int other) { write(place, other, slot++); });
      return;
    }
    for (int i = 0; i < count; ++i) write(place, kept[place * kKeptPairs + i], slot++);
  });
}

void remember_edges(Queue& queue, EdgeStage& edges) {
  const ContactList contacts = edges.contacts.list();
  const int* first = contacts.offsets + edges.first_owner;
  Int2* others = edges.previous_others.data();
  Vec4* normals = edges.previous_normals.data();
  parallel_for(queue, "remember_edges", contacts.count(), 3 * bytes<Vec4> + bytes<Int2>, [=] RAYCLOTH_KERNEL(int i) {
    const int k = i - *first;
    if (k < 0) return;
    others[k] = Int2(contacts.vertices[i].z, contacts.vertices[i].w);
    normals[k] = contacts.normals[i];
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
