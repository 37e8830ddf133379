// The rules of classification (paper, Sections 4.1 and 4.3; DESIGN section 5), one function per elementary test.
// Lengths are in metres and re-projected where re-projection is on; `back` says that the ray met the back of its
// triangle. Pure functions: no arrays, no settings but those passed.
#pragma once

#include "collision/rays/hits.h"

namespace raycloth::RAYCLOTH_DEVICE {

RAYCLOTH_HD inline Classification collide(Rule rule) { return {true, false, rule, ContactClass::collision}; }
RAYCLOTH_HD inline Classification foresee(Rule rule) { return {true, false, rule, ContactClass::prediction}; }
RAYCLOTH_HD inline Classification reject(Rule rule) { return {false, false, rule, ContactClass::prediction}; }

/// The names of a rule by length: below `touching`, up to `reach`, and farther.
struct LengthRules {
  Rule touching, ahead, beyond;
};

/// A collision below `touching`, a prediction up to `reach`.
RAYCLOTH_HD inline Classification by_length(float length, float touching, float reach, LengthRules rules) {
  if (length < touching) return collide(rules.touching);
  return length <= reach ? foresee(rules.ahead) : reject(rules.beyond);
}

/// solid -> solid (Hermann et al. 2008; Figures 2 and 5): an inward ray collides when it meets the inside of the
/// target before it leaves its source; an outward ray that meets the outside predicts.
RAYCLOTH_HD inline Classification solid_to_solid(Ray ray, bool back, float length, float exit_distance, float reach) {
  if (ray == Ray::inward) {
    if (!back) return reject(Rule::solid_solid_entering);
    return length < exit_distance ? collide(Rule::solid_solid_inside) : reject(Rule::solid_solid_left_source);
  }
  if (back) return reject(Rule::solid_solid_inside_ahead);
  return length <= reach ? foresee(Rule::solid_solid_ahead) : reject(Rule::solid_solid_beyond);
}

/// solid -> cloth (Figure 6): inward rays collide up to half the way out of the source (6a), outward ones by e (6b).
RAYCLOTH_HD inline Classification solid_to_cloth(Ray ray, float length, float exit_distance, float e, float reach) {
  if (ray == Ray::inward) {
    return length <= 0.5f * exit_distance ? collide(Rule::solid_cloth_near_side) : reject(Rule::solid_cloth_far_side);
  }
  return by_length(length, e, reach, {Rule::solid_cloth_touching, Rule::solid_cloth_ahead, Rule::solid_cloth_beyond});
}

/// cloth -> solid (Figure 7): of a vertex inside, both of whose rays meet back faces, the shorter ray collides (7a;
/// `other_shorter` says that it is the other one); from outside it is by e (7b). A back face met by one ray alone
/// belongs to a vertex inside whose other ray was cut short: it collides too. Rays are cast far enough to find the way
/// out from deep inside; from outside, how far the ray rises along the vertex normal must be within reach, or a face
/// far along a grazing ray would count by the distance of its plane.
RAYCLOTH_HD inline Classification cloth_to_solid(bool back, bool other_shorter, float length, float height, float e,
                                                 float reach) {
  if (back) return other_shorter ? reject(Rule::cloth_solid_longer_way_out) : collide(Rule::cloth_solid_way_out);
  if (height > reach) return reject(Rule::cloth_solid_grazing);
  return by_length(length, e, reach, {Rule::cloth_solid_touching, Rule::cloth_solid_ahead, Rule::cloth_solid_beyond});
}

/// cloth -> cloth and self (Figure 8): by the sum of both half thicknesses.
RAYCLOTH_HD inline Classification cloth_to_cloth(float length, float touching, float reach) {
  return by_length(length, touching, reach,
                   {Rule::cloth_cloth_touching, Rule::cloth_cloth_ahead, Rule::cloth_cloth_beyond});
}

/// Inversion (Section 4.2; Figures 9 and 10): a vertex on another side than it should be collides, whatever its
/// distance, along the flipped normal.
RAYCLOTH_HD inline Classification handle_inversion(Classification classification, bool side_changed) {
  if (!classification.accepted || !side_changed) return classification;
  const bool collided = classification.kind == ContactClass::collision;
  return {true, true, collided ? Rule::inverted_collision : Rule::inverted_prediction, ContactClass::collision};
}

/// Length of a ray once projected on the normal of the triangle it met (Section 4.3, Figure 12).
RAYCLOTH_HD inline float reproject(float length, Vec3 direction, Vec3 triangle_normal) {
  return length * fabsf(glm::dot(direction, triangle_normal));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
