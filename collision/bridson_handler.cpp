#include "collision/bridson_handler.h"

#include "device/algorithms.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

BridsonHandler::BridsonHandler(const HandlerInput& input)
    : Handler(input.scene.vertices_count, 0),
      scene_(input.scene),
      touching_(input.touching),
      placed_(input.scene.vertices_count),
      counters_(1) {
  scene_.objects = touching_.objects;
  make_room({touching_.capacity});
}

void BridsonHandler::make_room(const std::vector<long long>& capacities) {
  Handler::make_room(capacities);
  pairs_.resize(contacts_.capacity());
}

void BridsonHandler::reset_counters(Queue& queue) {
  Handler::reset_counters(queue);
  queue.zero(counters_.data(), sizeof(TouchCounters));
}

std::vector<WorkCount> BridsonHandler::work() const {
  const TouchCounters counters = counters_.download()[0];
  return {{"touching", counters.touching}, {"pushed", counters.pushed}};
}

/// The pairs of every first vertex, which are its contacts, in an order that does not depend on threads.
static void order_pairs(Queue& queue, const NearPairs& touching, int* placed, const FeaturePairs& ordered) {
  queue.zero(placed, ordered.vertices * sizeof(int));
  parallel_for(queue, "place_touching", touching.count(), bytes<NearPair, FeaturePair> + 3 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 ordered.place({touching.pairs[i].vertices, touching.pairs[i].kind}, placed);
               });
  sort_pairs(queue, ordered);
}

void BridsonHandler::detect(Queue& queue, const CollisionOptions& options) {
  contacts_.begin(queue);
  if (!options.proximity) return;
  queue.begin_stage("proximity");
  const NearPairs touching = touching_;
  const ContactList contacts = contacts_.list();
  parallel_for(queue, "count_touching", touching.count(), bytes<NearPair, int>,
               [=] RAYCLOTH_KERNEL(int i) { atomic_add(&contacts.offsets[touching.pairs[i].vertices.x], 1); });
  contacts_.place(queue);
  note_most(queue, "note_touching", touching.found, &contacts.counters->most);  // also beyond the list's capacity
  const FeaturePairs ordered{contacts.owners, contacts.capacity, contacts.offsets, pairs_.data()};
  order_pairs(queue, touching, placed_.data(), ordered);
  write_pairs(queue, ordered, kProximityRests, 0, scene_, contacts_, 0);
  TouchCounters* counters = counters_.data();
  parallel_for(queue, "count_pushed", 1, 2 * bytes<TouchCounters>, [=] RAYCLOTH_KERNEL(int) {
    counters->touching += contacts.counters->collisions + contacts.counters->predictions;
    counters->pushed += contacts.counters->collisions;
  });
  queue.begin_stage(nullptr);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
