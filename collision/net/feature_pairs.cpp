#include "collision/net/feature_pairs.h"

#include "device/parallel.h"
#include "device/sets/sort.h"

namespace raycloth::RAYCLOTH_DEVICE {

void sort_pairs(Queue& queue, const FeaturePairs& pairs) {
  parallel_for(queue, "sort_pairs", pairs.vertices, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    const int first = pairs.offsets[v];
    const int end = pairs.offsets[v + 1] < pairs.capacity ? pairs.offsets[v + 1] : pairs.capacity;
    sort(pairs.pairs + first, end - first);
  });
}

void count_pairs(Queue& queue, const FeaturePairs& pairs, Contacts& contacts, int first_owner) {
  int* found = contacts.list().offsets + first_owner;
  parallel_for(queue, "count_pairs", pairs.vertices, 3 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) { found[v] = pairs.offsets[v + 1] - pairs.offsets[v]; });
}

namespace {

struct WritePair {
  FeaturePairs pairs;
  Rests rests;
  int flags;
  CollisionScene scene;
  ContactList contacts;
  int first_owner;

  RAYCLOTH_HD void operator()(int i) const {
    const int slot = contacts.offsets[first_owner] + i;
    if (slot >= contacts.capacity) return;
    const FeaturePair pair = pairs.pairs[i];
    const Nearest<float> now = nearest_points(pair, scene.positions);
    const float distance = sqrtf(now.squared);
    const float rest = rests.of(pair.kind) * touching_distance(scene, pair.kind, pair.vertices, now.weights);
    const bool prediction = distance >= rest;
    atomic_add(prediction ? &contacts.counters->predictions : &contacts.counters->collisions, 1);
    contacts.vertices[slot] = pair.vertices;
    contacts.weights[slot] = Vec4(now.weights[0], now.weights[1], now.weights[2], now.weights[3]);
    contacts.normals[slot] = Vec4(distance > 0 ? now.way / distance : Vec3(0, 1, 0), rest);
    contacts.distances[slot] = distance;
    contacts.triangles[slot] = -1;
    const int edges = pair.kind == PairKind::edge_edge ? kFlagEdges : 0;
    contacts.flags[slot] = flags | edges | (prediction ? kFlagPrediction : 0);
  }
};

}  // namespace

void write_pairs(Queue& queue, const FeaturePairs& pairs, Rests rests, int flags, const CollisionScene& scene,
                 Contacts& contacts, int first_owner) {
  parallel_for(queue, "write_pairs", pairs.count(), bytes<FeaturePair> + 16 * bytes<Vec4> + kContactBytes,
               WritePair{pairs, rests, flags, scene, contacts.list(), first_owner});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
