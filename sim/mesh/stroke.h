// A stroke over a surface, as it is seen, and the cut of the surface that it is: the stroke is a row of rays from the
// eye, and between two of them it passes where the plane of both meets the surface. Knows no camera.
#pragma once

#include <functional>
#include <span>

#include "sim/mesh/cut.h"

namespace raycloth {

struct StrokeRay {
  Vec3 origin, direction;
};

struct Stroke {
  std::vector<StrokeRay> rays;
  bool closed = false;  // it comes back to where it began
};

/// Whether a point of the surface is seen from there.
using Seen = std::function<bool(const Vec3& eye, const Vec3& point)>;

/// The cut of `mesh`, whose vertices are now at `present`, along what is seen of it under the stroke; empty where
/// nothing would part. It begins and ends at edges: inside its first and its last triangle a stroke cuts nothing. Where
/// it passes an edge near its end, and where splitting the edge would make too thin triangles, it goes through the
/// vertex.
Cut cut_along(const Stroke& stroke, const Mesh& mesh, std::span<const Vec3> present, const Seen& seen);

}  // namespace raycloth
