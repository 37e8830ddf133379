// How a solid or a shell moves: not at all, along keyframed transforms and sequences of shapes (functions of time
// alone, on the host and in doubles, so that both devices get the same numbers), or as a body that forces move. Knows
// nothing of files or devices.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// `fixed` is the scene file's "static".
enum class MotionKind : int { fixed, kinematic, rigid, soft };
inline constexpr const char* kMotionNames[] = {"static", "kinematic", "rigid", "soft"};

/// Has mass, and moves by forces.
inline bool is_body(MotionKind kind) { return kind == MotionKind::rigid || kind == MotionKind::soft; }

/// What follows the last keyframe or shape: it stays, or everything begins again.
enum class MotionEnd : int { hold, loop };

/// Angles are kept as they were given: from 0 to 720 degrees about one axis are two turns.
struct Turn {
  glm::dvec3 axis{0, 1, 0};  // unit
  double degrees = 0;
};

struct Keyframe {
  double time = 0;                     // s
  glm::dvec3 translation{0};           // m, from where the mesh was placed
  glm::dquat orientation{1, 0, 0, 0};  // unit, about the pivot
  std::optional<Turn> turn;            // the same as a turn, where it was given as one
};

struct KeyframePath {
  std::vector<Keyframe> keys;  // times ascending; none: it stays
  MotionEnd end = MotionEnd::hold;
};

/// Shapes of one mesh, each the positions of all of its vertices.
struct ShapeSequence {
  std::vector<std::vector<Vec3>> shapes;  // none: the mesh as it is
  std::vector<double> times;              // s, ascending, one per shape
  MotionEnd end = MotionEnd::hold;
};

struct Motion {
  MotionKind kind = MotionKind::fixed;
  Vec3 pivot{0};  // m, that keyframes turn about
  KeyframePath path;
  ShapeSequence sequence;
  glm::dvec3 velocity{0}, spin{0};  // of bodies at time 0: m/s, and 1/s about the axis that it points along
};

/// Where a motion is at one time: x = rotation (s - pivot) + pivot + translation, with s between two shapes.
struct Pose {
  glm::dmat3 rotation{1};
  glm::dvec3 translation{0};
  int shape = 0, next_shape = 0;
  double share = 0;  // of the next shape, 0 to 1
};

/// Positions go linearly from key to key. So do angles between two turns about the same axis; any two other
/// orientations go the shorter way around at a constant rate (Shoemake 1985, slerp).
Pose pose_at(const Motion& motion, double time);

/// The turn that leads from the rotation of one pose to that of another, in radians about the axis that it points
/// along, but for the third power of its angle.
glm::dvec3 turn_between(const Pose& from, const Pose& to);

/// How far it went on, in ways from one shape to the next; 0 where it began again.
double advance_between(const Pose& from, const Pose& to);

/// Whether it turns or changes its shape at any time.
bool turns(const Motion& motion);

/// From when on it stays where it is, in s; infinity: never.
double end_of(const Motion& motion);

}  // namespace raycloth
