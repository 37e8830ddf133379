// Draws a scene: shadow map, light, background, ground, surfaces, lines. One renderer per scene; needs a current
// OpenGL 4.5 context. Knows nothing of the simulation, of windows or of panels. What a frame costs: docs/picture.md.
#pragma once

#include <array>

#include "render/drawable.h"
#include "render/light/light_mask.h"
#include "render/light/shadow_map.h"
#include "render/light/sheen_table.h"
#include "render/line_renderer.h"
#include "render/render_target.h"
#include "render/surface_pass.h"

namespace raycloth {

struct DrawOptions {
  bool light_mask = true;  // soft shadows and ambient occlusion; else quick shadows alone
  bool wireframe = false;
  std::span<const uint8_t> hidden{};  // per surface, not 0: left out; empty: none
  std::span<const LineLayer> lines{};
  float from = 0, to = 1;  // of the picture's width: what is drawn, the rest stays as it is
  float white = 0;         // what is behind the scene: 0, the studio's grey, to 1
};

class Renderer {
 public:
  explicit Renderer(const DrawableScene& scene);

  /// Uploads the vertices.
  void upload(const DrawableState& state);

  /// Other colours of the surfaces, sRGB.
  void set_colors(std::span<const Vec3> colors) { surfaces_.set_colors(colors); }

  /// As it is drawn; nothing where the scene has none.
  const std::optional<GroundPlane>& ground() const { return ground_; }

  /// Draws into `target` and resolves it. `half_thickness` per surface, m.
  void draw(const RenderTarget& target, const CameraView& camera, std::span<const float> half_thickness,
            const DrawOptions& options);

 private:
  /// The programs that know of light, for one of the ways to find what arrives of it.
  struct LitPrograms {
    explicit LitPrograms(const ShaderProgram::Files& arriving_light);
    ShaderProgram solid, face, hem, painted_face, painted_hem, ground;
  };

  /// What the shadow map shows.
  struct Mapped {
    std::vector<float> half_thickness;
    std::vector<uint8_t> hidden;
    bool operator==(const Mapped&) const = default;
  };

  void set_frame(const RenderTarget& target, const CameraView& camera, float white);
  void draw_depths(const Mat4& clip_from_world, const SurfaceChoice& choice) const;
  void draw_shadow_map(const SurfaceChoice& choice);
  void draw_light_mask(const Mat4& clip_from_world, const SurfaceChoice& choice, int width, int height);
  void draw_background() const;
  void draw_ground(const ShaderProgram& program) const;
  LitPrograms& lit_programs(bool with_mask);

  SurfacePass surfaces_;
  ShaderProgram solid_depth_, hem_depth_, ground_depth_, wireframe_, background_;
  std::optional<LitPrograms> quick_, masked_;  // made when first needed
  std::optional<LightMask> mask_;
  LineRenderer line_renderer_;
  ShadowMap shadow_map_;
  SheenTable sheen_table_;
  GlName frame_uniforms_, empty_array_;
  std::array<Vec4, 9> environment_;
  bool painted_ = false;  // cloth has the colours of its vertices
  bool tinted_ = false;   // they lie over its own
  std::optional<Mapped> mapped_;
  std::optional<GroundPlane> ground_;
  Vec3 center_;   // of the sphere that the light covers
  float radius_;  // m
};

}  // namespace raycloth
