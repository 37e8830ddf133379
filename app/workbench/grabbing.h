// Cloth held by the mouse: picked where it was clicked, pulled in the plane through that point that is
// parallel to the screen, nearer or farther with the wheel. The pull itself is the simulation's.
#pragma once

#include "app/run/timeline.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

class Grabber {
 public:
  /// Takes hold of the cloth that the ray meets first. False when it meets something else, or nothing.
  bool begin(Timeline& timeline, Simulation& simulation, const ViewRay& ray);
  /// Pulls towards the point where the ray meets the plane across `forward`.
  void move(Timeline& timeline, const ViewRay& ray, Vec3 forward);
  /// Shifts the plane along `forward`, by a fraction of its distance per step; follow with move().
  void push(float steps, Vec3 forward);
  void end(Timeline& timeline);
  /// After a reset or a jump in time: what was held is not held any more.
  void forget() { id_ = kNone; }

  bool active() const { return id_ != kNone; }
  /// The held point, the target and the pull between them.
  void draw(Simulation& simulation, LineBatch& lines) const;

 private:
  static constexpr int kNone = -1;

  int id_ = kNone;
  int triangle_ = 0;
  Vec3 barycentric_{0};
  Vec3 target_{0};
  Vec3 plane_point_{0};
  Vec3 eye_{0};  // of the ray that began or moved the grab
};

}  // namespace raycloth
