// The pipeline of Bridson et al. 2002 as Ross 2014 built it. Its first part, proximity, makes contacts: of a vertex and
// a face, and of two edges, that are nearer than the fabric is thick or may be before the next detection. What the
// others do, they do to the motion of a detection interval once that is known (sim/response/bridson).
#pragma once

#include "collision/handler.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of all detections since the reset: pairs, and those of them that are nearer already.
struct TouchCounters {
  int touching, pushed;
};

class BridsonHandler final : public Handler {
 public:
  explicit BridsonHandler(const HandlerInput& input);

  void detect(Queue& queue, const CollisionOptions& options) override;
  std::vector<const char*> stages() const override { return {"proximity", "continuous", "zones"}; }
  void list_carried(CarriedList&, const CollisionOptions&) override {}
  void make_room(const std::vector<long long>& capacities) override;
  void reset_counters(Queue& queue) override;
  std::vector<WorkCount> work() const override;

 private:
  CollisionScene scene_;
  const NearPairs& touching_;
  Buffer<FeaturePair> pairs_;  // of contacts, by place in the list
  Buffer<int> placed_;         // per vertex
  Buffer<TouchCounters> counters_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
