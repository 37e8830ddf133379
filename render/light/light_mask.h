// Which part of the key light and of the light from all around arrives at every pixel of a picture: soft shadows and
// ambient occlusion, from the picture's depth and the shadow map. For good pictures; shaders/light_direct.glsl is the
// quick way.
#pragma once

#include "render/gl_objects.h"
#include "render/light/shadow_map.h"
#include "render/shader_program.h"

namespace raycloth {

class LightMask {
 public:
  LightMask(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  void begin() const;  // what the picture shows is drawn here first, depth alone
  /// Fills the mask; with the frame's uniforms bound.
  void fill(const ShadowMap& shadow_map) const;
  void bind() const;  // for light_mask.glsl

 private:
  int width_, height_;
  ShaderProgram find_, blur_;
  GlName depth_, found_, blurred_;
  GlName depth_framebuffer_, found_framebuffer_, blurred_framebuffer_;
  GlName empty_array_;
};

}  // namespace raycloth
