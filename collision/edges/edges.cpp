#include "collision/edges/edges.h"

#include "collision/edges/edge_pairs.h"
#include "device/parallel.h"
#include "device/sets/sort.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Pairs that there is room for at first, per place.
constexpr int kPairsPerPlace = 1;

/// Where the edges of packs have their place: both are listed by triangle and corner. -1 where a pack has no more.
static std::vector<int> places_of(const CollisionScene& scene, const std::vector<CollisionObject>& objects,
                                  const std::vector<int>& triangle_objects, const std::vector<CollisionEdge>& edges) {
  int packs = 0;
  for (const CollisionObject& object : objects) packs += object.packs.entries;
  std::vector<int> places(24 * packs, -1), listed(packs);
  for (int place = 0; place < scene.edge_places; ++place) {
    const int t = edges[place].triangle;
    const CollisionObject& object = objects[triangle_objects[t]];
    const int pack = object.packs.first_entry + (t - object.first_triangle) / 8;
    places[24 * pack + listed[pack]++] = place;
  }
  return places;
}

template <class T>
static std::vector<T> host_copy(const T* from, size_t count) {
  std::vector<T> values(count);
  memory::copy_out(values.data(), from, count * sizeof(T));
  return values;
}

EdgeStage::EdgeStage(Geometry& geometry, const NearPacks& near_packs, Contacts& list, int first)
    : near(near_packs), contacts(list), scene(geometry.scene), first_owner(first), pairs_count(1), counters(1) {
  places = Buffer<int>(places_of(scene, geometry.host_objects, host_copy(scene.triangle_object, scene.triangles_count),
                                 host_copy(scene.edges, scene.edge_places)));
  next.resize(scene.edge_places);
  reserve_pairs(*this, kPairsPerPlace * scene.edge_places);
}

void reserve_pairs(EdgeStage& edges, int pairs) {
  edges.pairs.resize(pairs);
  edges.others.resize(pairs);
}

void reserve_previous(EdgeStage& edges, int contacts) {
  edges.previous_others.grow(contacts);
  edges.previous_normals.grow(contacts);
}

static EdgeContacts contacts_of(const EdgeStage& edges, const CollisionOptions& options) {
  return {.scene = edges.scene,
          .previous = {edges.contacts.previous(), edges.first_owner, edges.previous_others.data(),
                       edges.previous_normals.data()},
          .interval = options.interval,
          .inversion = options.inversion};
}

void find_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options) {
  const int places = edges.scene.edge_places, capacity = static_cast<int>(edges.pairs.size());
  int* found = edges.contacts.list().offsets + edges.first_owner;
  int* count = edges.pairs_count.data();
  EdgeCounters* counters = edges.counters.data();
  queue.zero(found, places * sizeof(int));
  queue.zero(count, sizeof(int));
  parallel_for_teams(
      queue, "find_edge_pairs", DeviceCount{edges.near.capacity, edges.near.due_count},
      Moves(2 * bytes<FeaturePack, Int2, float> + 72 * bytes<Vec4>).per_in_step(&counters->tests, 2 * bytes<Vec4>),
      FindEdgePairs{.contacts = contacts_of(edges, options),
                    .near = edges.near,
                    .places = edges.places.data(),
                    .found = found,
                    .pairs = edges.pairs.data(),
                    .pairs_count = count,
                    .capacity = capacity,
                    .counters = counters,
                    .count_work = options.count_work});
  parallel_for(queue, "note_edge_pairs", 1, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
    if (*count > counters->most_pairs) counters->most_pairs = *count;
  });
}

namespace {

/// Writes a pair at its place, and counts it.
struct EdgeContactWriter {
  EdgeContacts search;
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

/// Puts the others of every place where its contacts go, in any order.
static void place_others(Queue& queue, EdgeStage& edges, const int* offsets) {
  const int capacity = static_cast<int>(edges.pairs.size());
  const Int2* pairs = edges.pairs.data();
  int *others = edges.others.data(), *next = edges.next.data();
  queue.zero(next, edges.scene.edge_places * sizeof(int));
  parallel_for(queue, "place_edge_pairs", DeviceCount{capacity, edges.pairs_count.data()}, bytes<Int2> + 4 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 pair = pairs[i];
                 const int place = offsets[pair.x] - offsets[0] + atomic_add(&next[pair.x], 1);
                 if (place < capacity) others[place] = pair.y;
               });
}

void write_edge_contacts(Queue& queue, EdgeStage& edges, const CollisionOptions& options) {
  const EdgeContactWriter write{contacts_of(edges, options), edges.contacts.list()};
  const int* offsets = write.contacts.offsets + edges.first_owner;
  const int places = edges.scene.edge_places, capacity = static_cast<int>(edges.pairs.size());
  place_others(queue, edges, offsets);
  int* others = edges.others.data();
  const int* next = edges.next.data();
  constexpr long long written = 3 * bytes<int> + 2 * bytes<CollisionEdge> + 12 * bytes<Vec4> + kContactBytes;
  const Moves moved = Moves(bytes<Int2, int>).per(offsets + places, written).per(offsets, -written);
  parallel_for(queue, "write_edge_contacts", places, moved, [=] RAYCLOTH_KERNEL(int place) {
    const int first = offsets[place] - offsets[0], room = capacity - first;
    const int count = next[place] < room ? next[place] : room;  // fewer than counted where there was no room
    if (count <= 0) return;
    int* mine = others + first;
    sort(mine, count);
    for (int i = 0; i < count; ++i) write(place, mine[i], offsets[place] + i);
  });
}

void remember_edges(Queue& queue, EdgeStage& edges) {
  const ContactList contacts = edges.contacts.list();
  const int* first = contacts.offsets + edges.first_owner;
  Int2* others = edges.previous_others.data();
  Vec4* normals = edges.previous_normals.data();
  const DeviceCount up_to_edges{contacts.capacity, first + edges.scene.edge_places};
  parallel_for(queue, "remember_edges", up_to_edges, 3 * bytes<Vec4> + bytes<Int2>, [=] RAYCLOTH_KERNEL(int i) {
    const int k = i - *first;
    if (k < 0) return;
    others[k] = Int2(contacts.vertices[i].z, contacts.vertices[i].w);
    normals[k] = contacts.normals[i];
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
