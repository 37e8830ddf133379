// Draws the surfaces of a scene with the programs that it is given: solids as they are, cloth as a closed slab of two
// faces and a hem.
#pragma once

#include "render/drawable.h"
#include "render/shader_program.h"
#include "render/surface_buffers.h"

namespace raycloth {

/// What draws each kind of surface; all three take surface.vert's or border.vert's uniforms.
struct SurfacePrograms {
  const ShaderProgram& solid;
  const ShaderProgram& face;  // of cloth
  const ShaderProgram& hem;
};

/// What of the surfaces is shown, and how thick.
struct SurfaceChoice {
  std::span<const float> half_thickness;  // m, per surface
  std::span<const uint8_t> hidden;        // per surface, not 0: left out; empty: none
};

class SurfacePass {
 public:
  explicit SurfacePass(const DrawableScene& scene);

  void set_colors(std::span<const Vec3> srgb);
  void upload(const DrawableState& state) { buffers_.upload_vertices(state); }

  void draw(const Mat4& clip_from_world, const SurfaceChoice& choice, const SurfacePrograms& programs) const;
  /// Edges of the triangles over what is drawn.
  void draw_edges(const Mat4& clip_from_world, const SurfaceChoice& choice, const ShaderProgram& program) const;

 private:
  struct Look {
    Vec3 front, back;  // linear
    bool cloth;
  };

  void draw_slab(size_t surface, float half_thickness, const SurfacePrograms& programs) const;
  void draw_face(size_t surface, float offset, float side, Vec3 color, const ShaderProgram& program) const;

  SurfaceBuffers buffers_;
  std::vector<Look> looks_;
};

}  // namespace raycloth
