#include "render/shader_program.h"

#include <stdexcept>
#include <string>

namespace raycloth {
namespace {

GlName compile(GLenum stage, const ShaderProgram::Files& files) {
  std::string text = "#version 450 core\n";
  for (std::string_view file : files) text.append(shader_source(file)).append("\n");
  GlName shader(glCreateShader(stage), [](GLuint n) { glDeleteShader(n); });
  const char* start = text.c_str();
  glShaderSource(shader, 1, &start, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  char log[4096] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  throw std::runtime_error("shader " + std::string(files.back()) + " does not compile: " + log);
}

}  // namespace

ShaderProgram::ShaderProgram(const Files& vertex, const Files& fragment) : ShaderProgram(vertex, {}, fragment) {}

ShaderProgram::ShaderProgram(const Files& vertex, const Files& geometry, const Files& fragment)
    : program_(glCreateProgram(), [](GLuint n) { glDeleteProgram(n); }) {
  std::vector<GlName> shaders;
  const auto attach = [&](GLenum stage, const Files& files) {
    shaders.push_back(compile(stage, files));
    glAttachShader(program_, shaders.back());
  };
  attach(GL_VERTEX_SHADER, vertex);
  if (!geometry.empty()) attach(GL_GEOMETRY_SHADER, geometry);
  attach(GL_FRAGMENT_SHADER, fragment);
  glLinkProgram(program_);
  GLint linked = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (linked) return;
  char log[4096] = "";
  glGetProgramInfoLog(program_, sizeof log, nullptr, log);
  throw std::runtime_error("shaders " + std::string(vertex.back()) + " and " + std::string(fragment.back()) +
                           " do not link: " + log);
}

}  // namespace raycloth
