#include "render/gl_objects.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace raycloth {

GlName make_buffer() {
  GLuint name;
  glCreateBuffers(1, &name);
  return {name, [](GLuint n) { glDeleteBuffers(1, &n); }};
}

GlName make_vertex_array() {
  GLuint name;
  glCreateVertexArrays(1, &name);
  return {name, [](GLuint n) { glDeleteVertexArrays(1, &n); }};
}

GlName make_texture(GLenum target) {
  GLuint name;
  glCreateTextures(target, 1, &name);
  return {name, [](GLuint n) { glDeleteTextures(1, &n); }};
}

GlName make_sampler(GLenum filter) {
  GLuint name;
  glCreateSamplers(1, &name);
  for (GLenum which : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glSamplerParameteri(name, which, static_cast<GLint>(filter));
  for (GLenum which : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glSamplerParameteri(name, which, GL_CLAMP_TO_EDGE);
  return {name, [](GLuint n) { glDeleteSamplers(1, &n); }};
}

GlName make_renderbuffer() {
  GLuint name;
  glCreateRenderbuffers(1, &name);
  return {name, [](GLuint n) { glDeleteRenderbuffers(1, &n); }};
}

GlName make_framebuffer() {
  GLuint name;
  glCreateFramebuffers(1, &name);
  return {name, [](GLuint n) { glDeleteFramebuffers(1, &n); }};
}

void load_gl(GLADloadfunc load) {
  const int version = gladLoadGL(load);
  if (version >= GLAD_MAKE_VERSION(4, 5)) return;
  throw std::runtime_error("OpenGL " + std::to_string(GLAD_VERSION_MAJOR(version)) + "." +
                           std::to_string(GLAD_VERSION_MINOR(version)) +
                           " is what this driver offers, 4.5 is needed: update the driver or Mesa");
}

bool draws_in_software() {
  const std::string_view renderer(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  for (std::string_view name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"})
    if (renderer.find(name) != std::string_view::npos) return true;
  return false;
}

}  // namespace raycloth
