#include "collision/net/caught.h"

#include "collision/net/touching.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void count_caught(Queue& queue, const CaughtPairs& caught, Contacts& contacts, int first_owner) {
  int* found = contacts.list().offsets + first_owner;
  parallel_for(queue, "count_caught", caught.vertices, 3 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) { found[v] = caught.offsets[v + 1] - caught.offsets[v]; });
}

namespace {

/// Half as far apart as the fabric is thick, as edges are: what rays see of it they hold at the whole.
struct WriteCaught {
  CaughtPairs caught;
  CollisionScene scene;
  ContactList contacts;
  int first_owner;

  RAYCLOTH_HD void operator()(int i) const {
    const int slot = contacts.offsets[first_owner] + i;
    if (slot >= contacts.capacity) return;
    const CaughtPair pair = caught.pairs[i];
    const Nearest<float> now = nearest_points(pair, scene.positions);
    const float distance = sqrtf(now.squared);
    const float rest = kEdgeRest * touching_distance(scene, pair.kind, pair.vertices, now.weights);
    const bool prediction = distance >= rest;
    atomic_add(prediction ? &contacts.counters->predictions : &contacts.counters->collisions, 1);
    contacts.vertices[slot] = pair.vertices;
    contacts.weights[slot] = Vec4(now.weights[0], now.weights[1], now.weights[2], now.weights[3]);
    contacts.normals[slot] = Vec4(distance > 0 ? now.way / distance : Vec3(0, 1, 0), rest);
    contacts.distances[slot] = distance;
    contacts.triangles[slot] = -1;
    const int edges = pair.kind == PairKind::edge_edge ? kFlagEdges : 0;
    contacts.flags[slot] = kFlagCaught | edges | (prediction ? kFlagPrediction : 0);
  }
};

}  // namespace

void write_caught(Queue& queue, const CaughtPairs& caught, const CollisionScene& scene, Contacts& contacts,
                  int first_owner) {
  parallel_for(queue, "write_caught", caught.count(), bytes<CaughtPair> + 16 * bytes<Vec4> + kContactBytes,
               WriteCaught{caught, scene, contacts.list(), first_owner});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
