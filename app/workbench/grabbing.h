// Cloth held by the mouse: picked where it was clicked, pulled in the plane through that point that is
// parallel to the screen, nearer or farther with the wheel. The pull itself is the simulation's.
#pragma once

#include "app/run/live/runner.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

class Grabber {
 public:
  /// Takes hold of the cloth that the ray meets first in this frame. False when it meets something else, or nothing.
  /// Of what is hidden (per object, not 0) it takes nothing.
  bool begin(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden);
  /// Pulls towards the point where the ray meets the plane across `forward`.
  void move(Runner& runner, const ViewRay& ray, Vec3 forward);
  /// Shifts the plane along `forward`, by a fraction of its distance from the eye per step; follow with move().
  void push(float steps, Vec3 forward, Vec3 eye);
  void end(Runner& runner);
  /// After a reset or a jump in time: what was held is not held any more.
  void forget() { active_ = false; }
  /// Lets go where the runner has: it paused in another frame, or had no grab to give.
  void follow(const Frame& frame);

  bool active() const { return active_; }
  /// The held point, the target and the pull between them.
  void draw(const Frame& frame, LineBatch& lines) const;

 private:
  bool active_ = false;
  int hand_ = 0;  // a new number for every grab
  Ticket asked_ = 0;
  int triangle_ = 0;
  Vec3 barycentric_{0};
  Vec3 target_{0};
  Vec3 plane_point_{0};
};

}  // namespace raycloth
