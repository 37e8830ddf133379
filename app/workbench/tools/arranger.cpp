#include "app/workbench/tools/arranger.h"

#include "app/view/marks/ghost.h"

namespace raycloth {

void Arranger::start(Mesh mesh, const Placement& placement) {
  *this = {};
  active_ = true;
  middle_ = bounds(mesh).center();
  mesh_ = std::move(mesh);
  from_ = now_ = placement;
}

Vec3 Arranger::center() const { return Vec3(glm::dvec3(change_between(from_, now_) * glm::dvec4(middle_, 1))); }

Gizmo Arranger::gizmo(const CameraView& view) const { return gizmo_at(center(), view); }

void Arranger::hover(const CameraView& view, Vec2 place, float aspect) {
  hovered_ = active_ ? handle_at(gizmo(view), view, place, aspect) : std::nullopt;
}

bool Arranger::take(const CameraView& view, Vec2 place, float aspect, const ViewRay& ray) {
  hover(view, place, aspect);
  if (!hovered_) return false;
  taken_ = now_;
  at_taking_ = gizmo(view);
  const std::optional<float> here = measure(at_taking_, *hovered_, ray);
  if (!here) return false;
  measured_ = *here;
  held_ = hovered_;
  return true;
}

void Arranger::drag(const ViewRay& ray) {
  if (!held_) return;
  const std::optional<float> here = measure(at_taking_, *held_, ray);
  if (!here) return;
  Vec3 axis(0);
  axis[held_->axis] = 1;
  const float by = *here - measured_;
  now_ = held_->kind == GizmoHandle::Kind::move ? moved(taken_, by * axis)
                                                : turned(taken_, {axis, glm::degrees(by)}, at_taking_.center);
}

void Arranger::draw(const CameraView& view, bool whole, LineBatch& handles, LineBatch& ghost) const {
  if (!active_) return;
  if (whole || changed()) add_ghost(mesh_, change_between(from_, now_), ghost);
  add_gizmo(gizmo(view), held_ ? held_ : hovered_, handles);
}

}  // namespace raycloth
