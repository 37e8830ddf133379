// Cloth held by the mouse and by the hands of a gamepad: picked where it was clicked, pulled in the plane through that
// point that is parallel to the screen, nearer or farther with the wheel. What is told to be held on to stays held when
// it is let go of, and other points can be taken meanwhile. The pulls themselves are the simulation's.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/live/runner.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

/// Who pulls: each of them one point at a time.
enum class Puller { mouse, left_hand, right_hand };

class Grabber {
 public:
  /// Takes the target of a held point again where the ray passes near it and nobody pulls it; else takes hold of the
  /// cloth that the ray meets first in this frame. False when it meets something else, or nothing. Of what is hidden
  /// (per object, not 0) it takes nothing.
  bool begin(Puller by, Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden);
  /// Pulls towards the point where the ray meets the plane across `forward`, with that part of the strength that there
  /// is, 0 to 1.
  void move(Puller by, Runner& runner, const ViewRay& ray, Vec3 forward, float strength = 1);
  /// Shifts the plane along `forward`, by a fraction of its distance from the eye per step; follow with move().
  void push(Puller by, float steps, Vec3 forward, Vec3 eye);
  /// Lets go, unless it is to be held on to.
  void end(Puller by, Runner& runner);
  /// What is pulled is held on to, or no more. False while nothing is pulled.
  bool hold_on(Puller by);
  /// Lets go of all that is held, or of what this one took.
  void let_all_go(Runner& runner);
  void let_all_go(Puller by, Runner& runner);
  /// After a reset or a jump in time: what was held is not held any more.
  void forget() { holds_.clear(); }
  /// Lets go where the runner has: it paused in another frame, or had no grab to give.
  void follow(const Frame& frame);
  /// The model is cut otherwise: the same points are held, on other triangles.
  void follow(const Model& before, const Model& after);

  bool active(Puller by) const { return pulled(by) != nullptr; }
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
    float strength;  // as it was asked for
    Puller by;       // who took it last
    bool pulled;     // by that one, now
    bool kept;
  };

  void let_go(Runner& runner, const std::function<bool(const Hold&)>& which);
  static float force_of(const Hold& hold, const Frame& frame);
  Hold* near_target(const ViewRay& ray);
  const Hold* pulled(Puller by) const;
  Hold* pulled(Puller by) { return const_cast<Hold*>(std::as_const(*this).pulled(by)); }

  std::vector<Hold> holds_;
  int hands_ = 0;  // so far
};

}  // namespace raycloth
