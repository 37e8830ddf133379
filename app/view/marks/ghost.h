// A mesh that is not in the scene yet, or not there yet, as lines: what it would be like.
#pragma once

#include "render/line_renderer.h"
#include "sim/mesh/mesh.h"

namespace raycloth {

inline constexpr uint32_t kGhostColor = rgba(255, 235, 120, 150);

/// The edges of its triangles, of many of them a part; `matrix` brings its positions to where it shall be.
void add_ghost(const Mesh& mesh, const glm::dmat4& matrix, LineBatch& lines);

}  // namespace raycloth
