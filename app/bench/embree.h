// Embree as the measure of the ray queries: the same rays against the same triangles on as many threads. The
// only file that knows Embree; a build without it says so through `available`.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// The nearest hit of one ray; triangle is -1 where there is none.
struct NearestHit {
  float length = 0;  // m
  int triangle = -1;
};

/// Milliseconds to follow the moved vertices, and to trace every ray.
struct RayTimes {
  double update_ms = 0, query_ms = 0;
};

class EmbreeTracer {
 public:
  static bool available();
  static std::string version();  // "3.13.5"; empty where there is none

  /// A dynamic scene of one geometry, refitted when it moves. Throws std::runtime_error with Embree's words.
  EmbreeTracer(std::span<const Int3> triangles, std::span<const Vec4> positions, int threads);
  ~EmbreeTracer();

  /// Casts two rays of `reach` from every vertex, along its normal (hits[2v]) and against it (hits[2v + 1]);
  /// the triangles of the vertex itself are passed through. Copying the positions in is not timed.
  RayTimes trace(std::span<const Vec4> positions, std::span<const Vec4> normals, float reach);
  const std::vector<NearestHit>& hits() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raycloth
