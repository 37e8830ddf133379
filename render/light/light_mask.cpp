#include "render/light/light_mask.h"

#include "render/draw_calls.h"

namespace raycloth {
namespace {

GlName picture_texture(GLenum format, int width, int height) {
  GlName texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture, 1, format, width, height);
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return texture;
}

GlName framebuffer_of(GLenum attachment, GLuint texture) {
  GlName framebuffer = make_framebuffer();
  glNamedFramebufferTexture(framebuffer, attachment, texture, 0);
  return framebuffer;
}

}  // namespace

LightMask::LightMask(int width, int height)
    : width_(width),
      height_(height),
      find_({"screen.vert"}, {"frame.glsl", "shadow.glsl", "depth_view.glsl", "light_mask.frag"}),
      blur_({"screen.vert"}, {"frame.glsl", "depth_view.glsl", "light_mask_blur.frag"}),
      depth_(picture_texture(GL_DEPTH_COMPONENT32F, width, height)),
      found_(picture_texture(GL_RG8, width, height)),
      blurred_(picture_texture(GL_RG8, width, height)),
      depth_framebuffer_(framebuffer_of(GL_DEPTH_ATTACHMENT, depth_)),
      found_framebuffer_(framebuffer_of(GL_COLOR_ATTACHMENT0, found_)),
      blurred_framebuffer_(framebuffer_of(GL_COLOR_ATTACHMENT0, blurred_)),
      empty_array_(make_vertex_array()) {
  glNamedFramebufferDrawBuffer(depth_framebuffer_, GL_NONE);
}

void LightMask::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, depth_framebuffer_);
  glViewport(0, 0, width_, height_);
  glClear(GL_DEPTH_BUFFER_BIT);
}

void LightMask::fill(const ShadowMap& shadow_map) const {
  glBindVertexArray(empty_array_);
  glDisable(GL_DEPTH_TEST);
  shadow_map.bind(0, 3);
  glBindTextureUnit(1, depth_);
  glBindFramebuffer(GL_FRAMEBUFFER, found_framebuffer_);
  find_.use();
  draw_vertices(3);
  glBindTextureUnit(2, found_);
  glBindFramebuffer(GL_FRAMEBUFFER, blurred_framebuffer_);
  blur_.use();
  draw_vertices(3);
  glEnable(GL_DEPTH_TEST);
}

void LightMask::bind() const {
  glBindTextureUnit(1, depth_);
  glBindTextureUnit(2, blurred_);
}

}  // namespace raycloth
