#include "render/light/sheen_table.h"

#include "render/draw_calls.h"
#include "render/shader_program.h"

namespace raycloth {

SheenTable::SheenTable() : table_(make_texture(GL_TEXTURE_2D)) {
  glTextureStorage2D(table_, 1, GL_R16F, kColumns, 1);
  glTextureParameteri(table_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  const GlName framebuffer = make_framebuffer(), empty_array = make_vertex_array();
  glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, table_, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, kColumns, 1);
  const ShaderProgram program({"screen.vert"}, {"frame.glsl", "sheen.glsl", "sheen_table.frag"});
  program.use();
  glBindVertexArray(empty_array);
  draw_vertices(3);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace raycloth
