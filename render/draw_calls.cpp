#include "render/draw_calls.h"

namespace raycloth {

static long long made = 0;
long long draw_calls() { return made; }

void draw_vertices(GLsizei count) {
  ++made;
  glDrawArrays(GL_TRIANGLES, 0, count);
}

void draw_indexed(GLsizei count, size_t first_index) {
  ++made;
  glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, reinterpret_cast<const void*>(first_index * sizeof(GLuint)));
}

}  // namespace raycloth
