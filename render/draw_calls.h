// All that is drawn goes through here, so that it can be counted. Knows nothing of what is drawn.
#pragma once

#include <glad/gl.h>

#include <cstddef>

namespace raycloth {

/// Triangles of the bound vertex array: its vertices in their order, or by its indices.
void draw_vertices(GLsizei count);
void draw_indexed(GLsizei count, size_t first_index);

/// Calls made so far, by all of the process. One thread.
long long draw_calls();

}  // namespace raycloth
