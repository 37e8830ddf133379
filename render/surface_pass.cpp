#include "render/surface_pass.h"

#include <cmath>

namespace raycloth {
namespace {

/// Linear light of sRGB (IEC 61966-2-1).
Vec3 linear(Vec3 srgb) {
  const auto one = [](float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); };
  return {one(srgb.x), one(srgb.y), one(srgb.z)};
}

// The other face of a fabric: paler, so that a fold tells which side it shows.
Vec3 back_tint(Vec3 color) {
  const float luminance = glm::dot(color, Vec3(0.2126f, 0.7152f, 0.0722f));
  return glm::mix(color, Vec3(0.10f + 0.85f * luminance), 0.4f);
}

bool is_hidden(const SurfaceChoice& choice, size_t surface) {
  return !choice.hidden.empty() && choice.hidden[surface] != 0;
}

}  // namespace

SurfacePass::SurfacePass(const DrawableScene& scene) : buffers_(scene) {
  std::vector<Vec3> colors;
  for (const DrawableSurface& surface : scene.surfaces) {
    looks_.push_back({{}, {}, surface.cloth});
    colors.push_back(surface.color);
  }
  set_colors(colors);
}

void SurfacePass::set_colors(std::span<const Vec3> srgb) {
  for (size_t i = 0; i < looks_.size(); ++i) {
    looks_[i].front = linear(srgb[i]);
    looks_[i].back = back_tint(looks_[i].front);
  }
}

void SurfacePass::draw(const Mat4& clip_from_world, const SurfaceChoice& choice,
                       const SurfacePrograms& programs) const {
  buffers_.bind();
  for (const ShaderProgram* program : {&programs.solid, &programs.face, &programs.hem})
    program->set("clip_from_world_of_pass", clip_from_world);
  for (size_t i = 0; i < looks_.size(); ++i) {
    if (is_hidden(choice, i)) continue;
    if (looks_[i].cloth)
      draw_slab(i, choice.half_thickness[i], programs);
    else
      draw_face(i, 0, 1, looks_[i].front, programs.solid);
  }
}

void SurfacePass::draw_slab(size_t surface, float half_thickness, const SurfacePrograms& programs) const {
  const Look& look = looks_[surface];
  glEnable(GL_CULL_FACE);  // each face of the slab is seen from its own side alone
  glCullFace(GL_BACK);
  draw_face(surface, half_thickness, 1, look.front, programs.face);
  glCullFace(GL_FRONT);
  draw_face(surface, -half_thickness, -1, look.back, programs.face);
  glDisable(GL_CULL_FACE);
  const SurfaceRange& range = buffers_.ranges()[surface];
  programs.hem.use();
  programs.hem.set("offset", half_thickness);
  programs.hem.set("first_edge", range.first_border_edge);
  programs.hem.set("color", look.front);
  programs.hem.set("woven", 0.0f);
  buffers_.draw_border(range);
}

void SurfacePass::draw_face(size_t surface, float offset, float side, Vec3 color, const ShaderProgram& program) const {
  program.use();
  program.set("offset", offset);
  program.set("side", side);
  program.set("color", color);
  program.set("woven", 1.0f);
  buffers_.draw_triangles(buffers_.ranges()[surface]);
}

void SurfacePass::draw_edges(const Mat4& clip_from_world, const SurfaceChoice& choice,
                             const ShaderProgram& program) const {
  buffers_.bind();
  program.use();
  program.set("clip_from_world_of_pass", clip_from_world);
  program.set("flat_color", Vec4(0.02f, 0.025f, 0.03f, 0.55f));
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glEnable(GL_POLYGON_OFFSET_LINE);
  glPolygonOffset(-1.0f, -2.0f);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  for (size_t i = 0; i < looks_.size(); ++i) {
    if (is_hidden(choice, i)) continue;
    draw_face(i, choice.half_thickness[i], 1, {}, program);
    if (looks_[i].cloth) draw_face(i, -choice.half_thickness[i], -1, {}, program);
  }
  glDisable(GL_BLEND);
  glDisable(GL_POLYGON_OFFSET_LINE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

}  // namespace raycloth
