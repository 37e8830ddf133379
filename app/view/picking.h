// Which triangle lies under the mouse: every triangle against one ray, on the host, once per click.
#pragma once

#include <optional>
#include <span>

#include "app/view/camera.h"
#include "sim/model/model.h"

namespace raycloth {

struct Pick {
  int triangle;      // index into the span
  Vec3 barycentric;  // of the hit, for the triangle's three vertices; sums to 1
  float distance;    // m along the ray
};

/// Of a point of a triangle: 0, 1 or 2.
int nearest_corner(Vec3 barycentric);

/// Where a point is seen: x, y in 0..1 from the picture's left and upper edge; nothing behind the eye.
std::optional<Vec2> place_in_picture(const CameraView& view, Vec3 point);

/// The nearest hit in front of the ray's origin, on either side of a triangle.
std::optional<Pick> pick(const ViewRay& ray, std::span<const Vec4> positions, std::span<const Int3> triangles);

/// Of a scene's triangles, without those of objects that are hidden (not 0; empty: none is).
std::optional<Pick> pick(const ViewRay& ray, std::span<const Vec4> positions, const Model& model,
                         std::span<const uint8_t> hidden);

}  // namespace raycloth
