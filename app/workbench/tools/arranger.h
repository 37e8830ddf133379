// The object that a person places: one of the scene's, or one that is to be added to it. A gizmo at its middle is held
// with the mouse, a ghost shows where it would be. Nothing happens to the scene before somebody asks for that. Knows
// neither window nor panels.
#pragma once

#include "app/view/camera.h"
#include "app/view/marks/gizmo.h"
#include "render/line_renderer.h"
#include "sim/scene/scene.h"

namespace raycloth {

class Arranger {
 public:
  /// `mesh` is as this placement has it.
  void start(Mesh mesh, const Placement& placement);
  void stop() { *this = {}; }
  bool active() const { return active_; }

  const Placement& placement() const { return now_; }
  void set(const Placement& placement) { now_ = placement; }
  bool changed() const { return now_ != from_; }
  /// Of its box, where it would be.
  Vec3 center() const;

  // The mouse, at a place of a picture of this aspect.
  void hover(const CameraView& view, Vec2 place, float aspect);
  /// True where a handle is.
  bool take(const CameraView& view, Vec2 place, float aspect, const ViewRay& ray);
  void drag(const ViewRay& ray);
  void let_go() { held_.reset(); }
  bool held() const { return held_.has_value(); }

  Gizmo gizmo(const CameraView& view) const;
  /// The ghost where it differs from what is there, or all of it.
  void draw(const CameraView& view, bool whole, LineBatch& handles, LineBatch& ghost) const;

 private:
  bool active_ = false;
  Mesh mesh_;
  Vec3 middle_{0};  // of the mesh's box
  Placement from_, now_;

  std::optional<GizmoHandle> hovered_, held_;
  Placement taken_;  // as it was when a handle was taken
  Gizmo at_taking_;  // likewise
  float measured_ = 0;
};

}  // namespace raycloth
