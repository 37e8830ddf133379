// The default handler: rays from every vertex (Lehericey et al. 2015), and edges against edges beside them.
#pragma once

#include "collision/bvh/broad_phase.h"
#include "collision/bvh/geometry.h"
#include "collision/edges/edges.h"
#include "collision/handler.h"
#include "collision/rays/ray_stage.h"

namespace raycloth::RAYCLOTH_DEVICE {

class RayHandler final : public Handler {
 public:
  explicit RayHandler(HandlerInput input);

  void detect(Queue& queue, const CollisionOptions& options) override;
  std::vector<const char*> stages() const override;
  void list_carried(CarriedList& list, const CollisionOptions& options) override;
  void forget_past(Queue& queue) override;
  void forget_shortcuts(Queue& queue) override { forget_rays(queue, rays_); }
  std::vector<Room> rooms() const override;
  void make_room(const std::vector<long long>& capacities) override;
  void reset_counters(Queue& queue) override;
  std::vector<WorkCount> work() const override;
  void set_half_thickness(int object, float e) override;
  std::optional<VertexFindings> findings() const override;
  std::vector<Box> boxes(int object, int level) const override { return geometry_.boxes(object, level); }

 private:
  void remember(Queue& queue, const CollisionOptions& options);

  Geometry geometry_;
  BroadPhase broad_phase_;
  RayStage rays_;
  EdgeStage edges_;
  const FeaturePairs& caught_;
  int first_caught_;  // of the owners of contacts
};

}  // namespace raycloth::RAYCLOTH_DEVICE
