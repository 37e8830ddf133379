// A vertex and a fragment shader, perhaps with a geometry shader in between, linked, built from the files of shaders/
// that the binary carries.
#pragma once

#include <string_view>
#include <vector>

#include "device/math.h"
#include "render/gl_objects.h"

namespace raycloth {

/// The text of a file in shaders/ (generated at build time).
std::string_view shader_source(std::string_view file);

class ShaderProgram {
 public:
  using Files = std::vector<std::string_view>;  // concatenated in this order after #version

  /// Throws std::runtime_error with the compiler's log, which only a driver's bug or ours can cause.
  ShaderProgram(const Files& vertex, const Files& fragment);
  ShaderProgram(const Files& vertex, const Files& geometry, const Files& fragment);

  void use() const { glUseProgram(program_); }
  void set(const char* uniform, int value) const { glProgramUniform1i(program_, at(uniform), value); }
  void set(const char* uniform, float value) const { glProgramUniform1f(program_, at(uniform), value); }
  void set(const char* uniform, Vec3 v) const { glProgramUniform3f(program_, at(uniform), v.x, v.y, v.z); }
  void set(const char* uniform, Vec4 v) const { glProgramUniform4f(program_, at(uniform), v.x, v.y, v.z, v.w); }
  void set(const char* uniform, const Mat4& m) const {
    glProgramUniformMatrix4fv(program_, at(uniform), 1, GL_FALSE, &m[0][0]);
  }

 private:
  GLint at(const char* uniform) const { return glGetUniformLocation(program_, uniform); }

  GlName program_;
};

}  // namespace raycloth
