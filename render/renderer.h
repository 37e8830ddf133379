// Draws a scene: shadow map, background, ground, surfaces, lines. One renderer per scene; needs a current
// OpenGL 4.5 context. Knows nothing of the simulation, of windows or of panels.
#pragma once

#include "render/drawable.h"
#include "render/line_renderer.h"
#include "render/render_target.h"
#include "render/shader_program.h"
#include "render/shadow_map.h"
#include "render/surface_buffers.h"

namespace raycloth {

/// One set of lines with its look.
struct LineLayer {
  const LineBatch* lines = nullptr;
  float width = 1.5f;            // pixels
  float hidden_opacity = 0.15f;  // of what lies behind surfaces
};

struct DrawOptions {
  bool soft_shadows = true;  // 16 taps a pixel, else 4
  bool wireframe = false;
  std::span<const LineLayer> lines;
};

class Renderer {
 public:
  explicit Renderer(const DrawableScene& scene);

  /// Uploads the vertices.
  void upload(const DrawableState& state);

  /// Draws into `target` and resolves it. `half_thickness` per surface, m.
  void draw(const RenderTarget& target, const CameraView& camera, std::span<const float> half_thickness,
            const DrawOptions& options);

 private:
  struct Look {
    Vec3 front, back;  // linear
    bool cloth;
  };

  void set_frame(const RenderTarget& target, const CameraView& camera, bool soft_shadows);
  void draw_shadow_map(std::span<const float> half_thickness);
  void draw_surroundings();
  void draw_surfaces(const Mat4& clip_from_world, std::span<const float> half_thickness);
  void draw_layers(const Mat4& clip_from_world, std::span<const float> half_thickness, const ShaderProgram& surface,
                   const ShaderProgram& border);
  void draw_wireframe(const Mat4& clip_from_world, std::span<const float> half_thickness);

  SurfaceBuffers buffers_;
  std::vector<Look> looks_;
  ShaderProgram surface_, border_, surface_depth_, border_depth_, wireframe_, background_, ground_;
  LineRenderer line_renderer_;
  ShadowMap shadow_map_;
  GlName frame_uniforms_, empty_array_;
  std::optional<float> ground_height_;
  Vec3 center_;   // of the sphere that the light covers
  float radius_;  // m
};

}  // namespace raycloth
