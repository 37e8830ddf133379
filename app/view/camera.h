// A camera that orbits a point: turn, pan, zoom, frame a box, in perspective or without. Knows no window and no mouse.
#pragma once

#include <optional>

#include "render/drawable.h"

namespace raycloth {

struct ViewRay {
  Vec3 origin, direction;  // direction is unit
};

/// As `--view` takes OrbitCamera's sides.
inline constexpr const char* kSideNames[] = {"front", "back", "right", "left", "top", "bottom"};

class OrbitCamera {
 public:
  /// Sees the whole box from its present direction, and the floor below it, where what is in it may fall: unless that
  /// is farther down than the box is large. `aspect` is width / height of the picture.
  void frame(ViewBox box, float aspect);
  /// From now on the eye rises where it would come below a floor at this height (m); without one it goes anywhere.
  void stay_above(std::optional<float> floor);
  void look(Vec3 eye, Vec3 target);
  static constexpr float kNearest = 0.02f, kFarthest = 200.0f;  // m between eye and target
  static constexpr float kUsualField = 0.66f;                   // rad, vertical
  /// In perspective from anywhere, with any field of view.
  struct Free {
    Vec3 eye{0}, target{0};
    float field = kUsualField;  // rad, vertical
  };
  void look(const Free& from);
  /// Such a view that shows what this does; where the eye is right above or below its target, the picture's head is
  /// told by a hair's breadth beside that.
  Free free() const;
  /// Along an axis at the target, without perspective, as drawings show things.
  enum class Side { front, back, right, left, top, bottom };
  void look_from(Side side);
  /// Without perspective; what lies at the target's depth stays as large as it is.
  void set_orthographic(bool on);
  bool orthographic() const { return orthographic_; }
  /// All that a view is, to be kept and shown again.
  struct Pose {
    Vec3 target{0};
    float yaw = 0.6f;       // rad about y; 0: the eye is on +z
    float pitch = 0.35f;    // rad above the horizon
    float distance = 2.0f;  // m
    bool orthographic = false;
  };
  Pose pose() const { return {target_, yaw_, pitch_, distance_, orthographic_}; }
  void take(const Pose& pose);  // its numbers are cut to what a camera has
  /// Moves there in a moment, as advance() is called, without turning.
  void fly_to(Vec3 target, float distance);
  void advance(double seconds);
  bool flying() const { return flown_ < 1; }

  // Fractions of the picture's height that the mouse went, right and down.
  void orbit(float right, float down);
  void pan(float right, float down);  // the point under the mouse at the target's depth follows it
  void zoom(float steps);             // > 0: closer, a tenth of the distance each

  CameraView view(float aspect) const;
  /// Through a point of the picture: x, y in 0..1 from its left and upper edge.
  ViewRay ray(Vec2 place, float aspect) const;
  Vec3 eye() const;
  Vec3 forward() const;
  Vec3 target() const { return target_; }
  /// m that the picture's height is at the target's depth.
  float height() const;
  float distance() const { return distance_; }

 private:
  Vec3 target_{0};
  float yaw_ = 0.6f;           // rad about y; 0: the eye is on +z
  float pitch_ = 0.35f;        // rad above the horizon
  float distance_ = 2.0f;      // m
  float field_ = kUsualField;  // rad, vertical
  bool orthographic_ = false;

  struct Place {
    Vec3 target{0};
    float distance = 1;
  };
  Place from_, to_;             // of the flight
  float flown_ = 1;             // 0..1
  std::optional<float> floor_;  // m

  void rise_above_floor();
  Vec3 to_right() const;
  Vec3 to_head() const;
};

}  // namespace raycloth
