// The ray query: every vertex of a mesh casts its two rays of 2 cm against the whole of it; ours and Embree's
// in turn, in one run, and their hits held against each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/embree.h"
#include "app/bench/plan.h"
#include "sim/mesh/mesh.h"
#include "sim/simulation.h"

namespace raycloth {

inline constexpr float kBenchReach = 0.02f;  // m, length of the rays

struct RaysResult {
  std::string mesh, device;
  int threads = 0;
  long long vertices = 0, triangles = 0, rays = 0;
  int repetitions = 0;  // detections measured
  bool moving = false;
  RayTimes ours;                     // medians, as Embree's
  std::optional<RayTimes> embree;    // none in a build without it
  long long compared = 0, hits = 0;  // rays compared with Embree's, and how many of ours hit
  std::optional<long long> hits_differ;
  std::optional<long long> hits_at_edges;  // not among them: one ray passes a triangle's edge within rounding

  /// Embree's time over ours, update and query together.
  std::optional<double> speedup() const;
};

/// The mesh stays and every detection starts anew; or it sways a little from repetition to repetition, and detections
/// may remember. At least plan.fewest_frames repetitions, beyond that as many as plan.ray_seconds allow. `threads` as
/// given to `create`.
RaysResult measure_still_rays(const Mesh& mesh, const BenchPlan& plan, DeviceChoice device, int threads);
RaysResult measure_moving_rays(const Mesh& mesh, const BenchPlan& plan, DeviceChoice device, int threads);

/// Whether two hits of one ray agree: on the same triangle; at lengths that differ by less than `rounding` (a
/// ray through a shared edge meets two triangles); or both none. A miss counts as a hit at `reach`, where
/// rounding decides whether a ray still arrives.
bool agree(const NearestHit& a, const NearestHit& b, float reach, float rounding);

/// Whether the line passes one of the triangle's edges so closely that rounding decides on which side; in
/// double.
bool grazes_an_edge(Vec3 origin, Vec3 direction, const Vec3 (&triangle)[3]);

enum class Past { forgotten, kept };

/// What the program's own collision stage finds when the whole mesh is one cloth: two rays a vertex, ordered
/// as Embree's. Its triangles and vertices are those of `model()`.
class OwnTracer {
 public:
  OwnTracer(const Mesh& mesh, DeviceChoice device, int threads);

  const Model& model() const { return simulation_->model(); }
  std::string device() const { return simulation_->device_name(); }

  /// One detection: refit is the update, broad phase and trace are the query. With the past kept, what the last
  /// detection found may spare work; forgotten, every ray starts anew.
  RayTimes trace(std::span<const Vec4> positions, Past past);

  // Of the last call of `trace`.
  std::vector<NearestHit> hits();
  std::span<const Vec4> normals() const { return normals_; }
  /// Where they were cast, which differs from what was asked for where that touches (sim/model/lay_apart.h).
  std::span<const Vec4> positions() const { return positions_; }

 private:
  std::unique_ptr<Simulation> simulation_;
  std::vector<Vec4> at_rest_;  // velocities
  std::vector<Vec4> normals_, positions_;
};

}  // namespace raycloth
