// The wind as an arrow over the scene whose tip is held with the mouse: it points where the air goes, and is the longer
// the faster. A second arrow shows it with the gust of the moment. Knows neither window nor panels.
#pragma once

#include <optional>

#include "app/run/live/frame.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

class WindHandle {
 public:
  /// Where it stands over a scene.
  void place(const Model& model);

  /// True where its tip is, seen at a place of a picture of this aspect.
  bool take(const CameraView& view, Vec2 place, float aspect, Vec3 wind);
  /// The wind, m/s, that has its tip there: in the plane through the tip that is parallel to the screen.
  std::optional<Vec3> drag(const ViewRay& ray, Vec3 forward, Vec3 wind) const;
  void let_go() { held_ = false; }
  bool held() const { return held_; }

  Vec3 tip(Vec3 wind) const { return base_ + kLength * size_ * wind; }
  void draw(const Frame& frame, LineBatch& lines) const;

 private:
  static constexpr float kLength = 0.06f;  // of the scene's size, for 1 m/s

  Vec3 base_{0};
  float size_ = 1;  // m
  bool held_ = false;
};

}  // namespace raycloth
