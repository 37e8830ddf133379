// Cloth held by the mouse: picked where it was clicked, pulled in the plane through that point that is parallel to the
// screen, nearer or farther with the wheel. What is told to be held on to stays held when the button comes up, and
// other points can be taken meanwhile. The pulls themselves are the simulation's.
#pragma once

#include <string>
#include <vector>

#include "app/run/live/runner.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

class Grabber {
 public:
  /// Takes the target of a held point again where the ray passes near it; else takes hold of the cloth that the ray
  /// meets first in this frame. False when it meets something else, or nothing. Of what is hidden (per object, not 0)
  /// it takes nothing.
  bool begin(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden);
  /// Pulls towards the point where the ray meets the plane across `forward`.
  void move(Runner& runner, const ViewRay& ray, Vec3 forward);
  /// Shifts the plane along `forward`, by a fraction of its distance from the eye per step; follow with move().
  void push(float steps, Vec3 forward, Vec3 eye);
  /// The button came up: lets go, unless it is to be held on to.
  void end(Runner& runner);
  /// What is pulled is held on to, or no more; while nothing is pulled, all that is held is let go.
  void hold_on(Runner& runner);
  /// After a reset or a jump in time: what was held is not held any more.
  void forget();
  /// Lets go where the runner has: it paused in another frame, or had no grab to give.
  void follow(const Frame& frame);
  /// The model is cut otherwise: the same points are held, on other triangles.
  void follow(const Model& before, const Model& after);

  bool active() const { return pulled_ >= 0; }
  /// Of all that is held: the point, its target and the pull between them, the redder the stronger.
  void draw(const Frame& frame, LineBatch& lines) const;

  /// Where each target is, and how hard it is pulled to there: "4.2 N".
  struct Label {
    Vec3 place;
    std::string text;
  };
  std::vector<Label> labels(const Frame& frame) const;

 private:
  struct Hold {
    int hand;  // a new number for every grab
    Ticket asked;
    int triangle;
    Vec3 barycentric;
    Vec3 target, plane_point;
    bool kept = false;
  };

  static float force_of(const Hold& hold, const Frame& frame);
  int near_target(const ViewRay& ray) const;

  std::vector<Hold> holds_;
  int pulled_ = -1;  // of them, by the mouse
  int hands_ = 0;    // so far
};

}  // namespace raycloth
