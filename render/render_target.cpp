#include "render/render_target.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace raycloth {
namespace {

int offered_samples(int wanted) {
  GLint offered = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &offered);
  return std::clamp(wanted, 1, std::max<int>(offered, 1));
}

GlName storage(GLenum format, int width, int height, int samples) {
  GlName buffer = make_renderbuffer();
  glNamedRenderbufferStorageMultisample(buffer, samples > 1 ? samples : 0, format, width, height);
  return buffer;
}

Image read_framebuffer(GLuint framebuffer, int width, int height) {
  Image image{width, height, std::vector<uint8_t>(size_t(3) * width * height)};
  std::vector<uint8_t> upside_down(image.rgb.size());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
  const size_t row = size_t(3) * width;
  for (int y = 0; y < height; ++y)
    std::copy_n(upside_down.begin() + (height - 1 - y) * row, row, image.rgb.begin() + y * row);
  return image;
}

}  // namespace

GlName texture_of(const Image& image) {
  GlName texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture, 1, GL_RGB8, image.width, image.height);
  for (const GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTextureParameteri(texture, which, GL_LINEAR);
  for (const GLenum which : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTextureParameteri(texture, which, GL_CLAMP_TO_EDGE);
  GLint before = 0;
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &before);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture, 0, 0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, before);
  return texture;
}

RenderTarget::RenderTarget(int width, int height, int samples)
    : width_(width),
      height_(height),
      samples_(offered_samples(samples)),
      color_(storage(GL_SRGB8_ALPHA8, width, height, samples_)),
      depth_(storage(GL_DEPTH_COMPONENT32F, width, height, samples_)),
      resolved_color_(storage(GL_SRGB8_ALPHA8, width, height, 1)),
      framebuffer_(make_framebuffer()),
      resolved_(make_framebuffer()) {
  glNamedFramebufferRenderbuffer(framebuffer_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  glNamedFramebufferRenderbuffer(framebuffer_, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
  glNamedFramebufferRenderbuffer(resolved_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                 samples_ > 1 ? resolved_color_ : color_);
  for (GLuint made : {GLuint(framebuffer_), GLuint(resolved_)})
    if (glCheckNamedFramebufferStatus(made, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw std::runtime_error("OpenGL: no picture of " + std::to_string(width) + " x " + std::to_string(height) +
                               " with " + std::to_string(samples_) + " samples");
}

void RenderTarget::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
  glEnable(GL_FRAMEBUFFER_SRGB);
  glEnable(GL_MULTISAMPLE);
}

void RenderTarget::resolve() const {
  // Encoding stays on, so that samples are averaged as linear light.
  if (samples_ > 1)
    glBlitNamedFramebuffer(framebuffer_, resolved_, 0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                           GL_NEAREST);
  glDisable(GL_FRAMEBUFFER_SRGB);
}

void RenderTarget::show_in_window(int x, int y, int width, int height) const {
  // Encoding is off by now: the encoded bytes are copied as they are.
  glBlitNamedFramebuffer(resolved_, 0, 0, 0, width_, height_, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT,
                         width == width_ && height == height_ ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void RenderTarget::begin_over() const {
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
  glViewport(0, 0, width_, height_);
}

Image RenderTarget::read() const { return read_framebuffer(resolved_, width_, height_); }

Image read_window(int width, int height) { return read_framebuffer(0, width, height); }

}  // namespace raycloth
