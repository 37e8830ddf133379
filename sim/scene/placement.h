// Where an object of a scene stands and how it is turned, as its file says it, and how that is changed. Knows nothing
// else of scenes.
#pragma once

#include <optional>
#include <vector>

#include "device/math.h"

namespace raycloth {

struct Rotation {
  Vec3 axis{0, 1, 0};
  float degrees = 0;

  bool operator==(const Rotation&) const = default;
};

/// Applied in this order: up, fit or scale, rotations, translation.
struct Placement {
  char up = 'y';             // the axis of the file that points up
  std::optional<float> fit;  // m, the longest side of the bounding box after it; instead of scale
  Vec3 scale{1};
  std::vector<Rotation> rotations;
  Vec3 translation{0};

  bool operator==(const Placement&) const = default;
};

/// All rotations as one, in doubles.
glm::dmat3 turn_of(const Placement& placement);

/// The same place, moved; turned by a further rotation about a point, or made larger from there.
Placement moved(Placement placement, Vec3 by);
Placement turned(Placement placement, const Rotation& by, Vec3 about);
Placement enlarged(Placement placement, float factor, Vec3 about);

/// Degrees about the world's x, then y, then z that make the same rotation; the middle one is within 90.
Vec3 angles_of(const Placement& placement);
/// With those in place of its rotations, turned about a point.
Placement with_angles(const Placement& placement, Vec3 degrees, Vec3 about);

/// What brings a point that `from` placed to where `to` places it; both have `fit`, or neither.
glm::dmat4 change_between(const Placement& from, const Placement& to);

}  // namespace raycloth
