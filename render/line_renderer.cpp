#include "render/line_renderer.h"

#include "render/draw_calls.h"

namespace raycloth {

void LineBatch::box(Vec3 min, Vec3 max, uint32_t color) {
  const auto corner = [&](int i) { return Vec3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z); };
  for (int i = 0; i < 8; ++i)
    for (int axis : {1, 2, 4})
      if (!(i & axis)) line(corner(i), corner(i | axis), color);
}

LineRenderer::LineRenderer()
    : program_({"frame.glsl", "line.vert"}, {"frame.glsl", "line.frag"}),
      ends_(make_buffer()),
      array_(make_vertex_array()) {}

void LineRenderer::draw(const LineBatch& lines, float width, float hidden_opacity) {
  if (lines.empty()) return;
  upload(ends_, std::span(lines.ends()), GL_STREAM_DRAW);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, ends_);
  glBindVertexArray(array_);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  program_.use();
  program_.set("width", width);
  const auto count = static_cast<GLsizei>(3 * lines.ends().size());
  const auto pass = [&](GLenum depth_test, float opacity) {
    if (opacity <= 0) return;
    glDepthFunc(depth_test);
    program_.set("opacity", opacity);
    draw_vertices(count);
  };
  pass(GL_GREATER, hidden_opacity);
  pass(GL_LEQUAL, 1.0f);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
}

}  // namespace raycloth
