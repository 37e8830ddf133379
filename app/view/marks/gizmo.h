// Arrows and rings at a place by which a mouse moves and turns things along and about the axes of the world, and a
// single arrow that points somewhere. Geometry alone: knows no window and no objects.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

struct GizmoHandle {
  enum class Kind { move, turn };
  Kind kind = Kind::move;
  int axis = 0;  // x, y, z

  bool operator==(const GizmoHandle&) const = default;
};

struct Gizmo {
  Vec3 center{0};
  float size = 1;  // m, of its arrows
};

/// As large as is easy to take hold of, whatever the camera looks at.
Gizmo gizmo_at(Vec3 center, const CameraView& view);

/// All six.
std::span<const GizmoHandle> gizmo_handles();
/// "move x", "turn y"
std::string name_of(const GizmoHandle& handle);
/// A point of the handle at which no other is nearer: an arrow's tip, a point of a ring.
Vec3 place_of(const Gizmo& gizmo, const GizmoHandle& handle);

/// The handle nearest to a place of the picture; nothing where none is near. `aspect` is the picture's.
std::optional<GizmoHandle> handle_at(const Gizmo& gizmo, const CameraView& view, Vec2 place, float aspect);

/// Where on its handle a mouse is: m along the axis, or rad about it; nothing where the ray cannot tell (along the
/// axis, or in the ring's plane).
std::optional<float> measure(const Gizmo& gizmo, const GizmoHandle& handle, const ViewRay& ray);

/// Its lines; the one that is held, or would be, is bright.
void add_gizmo(const Gizmo& gizmo, const std::optional<GizmoHandle>& bright, LineBatch& lines);

/// An arrow from a point, with a head that is seen from all sides.
void add_arrow(Vec3 from, Vec3 to, uint32_t color, LineBatch& lines);

}  // namespace raycloth
