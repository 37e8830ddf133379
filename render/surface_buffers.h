// The scene's surfaces in OpenGL buffers: shared positions and normals, indices per object, border edges.
#pragma once

#include <vector>

#include "render/drawable.h"
#include "render/gl_objects.h"

namespace raycloth {

/// Where one surface lies in the shared index and border buffers.
struct SurfaceRange {
  int first_index = 0, index_count = 0;
  int first_border_edge = 0, border_edge_count = 0;
};

class SurfaceBuffers {
 public:
  explicit SurfaceBuffers(const DrawableScene& scene);

  void upload_vertices(const DrawableState& state);

  void bind() const;  // before the draws below
  void draw_triangles(const SurfaceRange& range) const;
  void draw_border(const SurfaceRange& range) const;  // for border.vert
  const std::vector<SurfaceRange>& ranges() const { return ranges_; }

 private:
  GlName positions_, normals_, material_positions_, thickness_, colors_, indices_, border_edges_;
  GlName surface_array_, empty_array_;
  std::vector<SurfaceRange> ranges_;
};

/// Edges that one triangle alone has, in the direction in which that triangle runs along them.
std::vector<Int2> find_border_edges(std::span<const Int3> triangles);

}  // namespace raycloth
