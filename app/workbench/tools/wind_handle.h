// The arrow of the wind (app/view/marks/wind_arrow.h) whose tip is held with the mouse. Knows neither window nor
// panels.
#pragma once

#include <optional>

#include "app/run/live/frame.h"
#include "app/view/camera.h"
#include "app/view/marks/wind_arrow.h"

namespace raycloth {

class WindHandle {
 public:
  /// Where it stands over a scene.
  void place(const Model& model) { arrow_ = wind_arrow(model); }

  /// True where its tip is, seen at a place of a picture of this aspect.
  bool take(const CameraView& view, Vec2 place, float aspect, Vec3 wind);
  /// The wind, m/s, that has its tip there: in the plane through the tip that is parallel to the screen.
  std::optional<Vec3> drag(const ViewRay& ray, Vec3 forward, Vec3 wind) const;
  void let_go() { held_ = false; }
  bool held() const { return held_; }

  Vec3 tip(Vec3 wind) const { return arrow_.tip(wind); }
  void draw(const Frame& frame, LineBatch& lines) const;

 private:
  WindArrow arrow_;
  bool held_ = false;
};

}  // namespace raycloth
