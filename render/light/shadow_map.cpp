#include "render/light/shadow_map.h"

#include <glm/gtc/matrix_transform.hpp>

namespace raycloth {
namespace {

constexpr int kResolution = 2048;  // pixels a side: 1.5 mm each in a scene of 3 m

}  // namespace

ShadowMap::ShadowMap()
    : depth_(make_texture(GL_TEXTURE_2D)),
      framebuffer_(make_framebuffer()),
      compare_(make_sampler(GL_LINEAR)),
      read_(make_sampler(GL_NEAREST)) {
  glTextureStorage2D(depth_, 1, GL_DEPTH_COMPONENT32F, kResolution, kResolution);
  glSamplerParameteri(compare_, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glSamplerParameteri(compare_, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glNamedFramebufferTexture(framebuffer_, GL_DEPTH_ATTACHMENT, depth_, 0);
  glNamedFramebufferDrawBuffer(framebuffer_, GL_NONE);
}

void ShadowMap::aim(Vec3 center, float radius, Vec3 towards_light) {
  const Vec3 up = glm::abs(towards_light.y) < 0.99f ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Mat4 view = glm::lookAt(center + 2.0f * radius * towards_light, center, up);
  clip_from_world_ = glm::ortho(-radius, radius, -radius, radius, radius, 3.0f * radius) * view;
}

void ShadowMap::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, kResolution, kResolution);
  glClear(GL_DEPTH_BUFFER_BIT);
}

void ShadowMap::bind(GLuint compare_unit, GLuint depth_unit) const {
  glBindTextureUnit(compare_unit, depth_);
  glBindSampler(compare_unit, compare_);
  glBindTextureUnit(depth_unit, depth_);
  glBindSampler(depth_unit, read_);
}

Mat4 ShadowMap::map_from_world() const {
  const Mat4 halve = glm::scale(glm::translate(Mat4(1), Vec3(0.5f)), Vec3(0.5f));
  return halve * clip_from_world_;
}

}  // namespace raycloth
