// The key light's depth picture of the scene: an orthographic view along the light that covers a sphere.
#pragma once

#include "device/math.h"
#include "render/gl_objects.h"

namespace raycloth {

class ShadowMap {
 public:
  ShadowMap();

  /// Covers the sphere; `towards_light` is unit.
  void aim(Vec3 center, float radius, Vec3 towards_light);
  void begin() const;  // depth draws go here
  /// For comparing with depths, filtered, and for reading them.
  void bind(GLuint compare_unit, GLuint depth_unit) const;
  const Mat4& clip_from_world() const { return clip_from_world_; }
  Mat4 map_from_world() const;  // to [0, 1]^3

 private:
  GlName depth_, framebuffer_, compare_, read_;
  Mat4 clip_from_world_{1};
};

}  // namespace raycloth
