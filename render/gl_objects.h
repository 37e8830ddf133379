// Owners of OpenGL names (4.5, direct state access). All need a current context, also in their destructors.
// Knows nothing of what is drawn.
#pragma once

#include <glad/gl.h>

#include <span>
#include <utility>

namespace raycloth {

/// The sole owner of one OpenGL name.
class GlName {
 public:
  using Delete = void (*)(GLuint);

  GlName() = default;
  GlName(GLuint name, Delete remove) : name_(name), remove_(remove) {}
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)), remove_(other.remove_) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(remove_, other.remove_);
    return *this;
  }
  ~GlName() {
    if (name_) remove_(name_);
  }
  operator GLuint() const { return name_; }

 private:
  GLuint name_ = 0;
  Delete remove_ = nullptr;
};

GlName make_buffer();
GlName make_vertex_array();
GlName make_texture(GLenum target);
/// Clamps to the edge; `filter` for both magnifying and minifying.
GlName make_sampler(GLenum filter);
GlName make_renderbuffer();
GlName make_framebuffer();

template <class T>
void upload(GLuint buffer, std::span<const T> data, GLenum usage) {
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
}

/// Loads the functions of the current context. Throws std::runtime_error with one line when it is not 4.5.
void load_gl(GLADloadfunc load);

/// The current context draws on the processor (Mesa's llvmpipe and its like): every sample counts.
bool draws_in_software();

}  // namespace raycloth
