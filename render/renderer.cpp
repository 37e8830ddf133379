#include "render/renderer.h"

#include <algorithm>
#include <cmath>

namespace raycloth {
namespace {

// Mirrors shaders/frame.glsl (std140).
struct FrameUniforms {
  Mat4 clip_from_world, light_from_world;
  Vec4 eye, light_direction, ground, viewport;
};

const Vec3 kTowardsLight = glm::normalize(Vec3(0.45f, 1.0f, 0.55f));
constexpr float kLitRadius = 1.35f;    // the light covers this many radii of the scene at rest
constexpr float kGroundRadius = 5.0f;  // the ground has faded at this many

Vec3 linear(Vec3 srgb) { return {std::pow(srgb.x, 2.2f), std::pow(srgb.y, 2.2f), std::pow(srgb.z, 2.2f)}; }

// The other face of a fabric: paler, so that a fold tells which side it shows.
Vec3 back_tint(Vec3 color) {
  const float luminance = glm::dot(color, Vec3(0.2126f, 0.7152f, 0.0722f));
  return glm::mix(color, Vec3(0.12f + 0.88f * luminance), 0.4f);
}

ViewBox lit_box(const DrawableScene& scene) {
  ViewBox box = bounds(scene.rest_positions);
  if (scene.ground_height) box.min.y = std::min(box.min.y, *scene.ground_height);
  return box;
}

}  // namespace

ViewBox bounds(std::span<const Vec4> points) {
  if (points.empty()) return {Vec3(-0.5f), Vec3(0.5f)};
  ViewBox box{Vec3(points[0]), Vec3(points[0])};
  for (const Vec4& p : points) {
    box.min = glm::min(box.min, Vec3(p));
    box.max = glm::max(box.max, Vec3(p));
  }
  return box;
}

Renderer::Renderer(const DrawableScene& scene)
    : buffers_(scene),
      surface_({"frame.glsl", "surface.vert"}, {"frame.glsl", "lighting.glsl", "surface.frag"}),
      border_({"frame.glsl", "border.vert"}, {"frame.glsl", "lighting.glsl", "surface.frag"}),
      surface_depth_({"frame.glsl", "surface.vert"}, {"depth.frag"}),
      border_depth_({"frame.glsl", "border.vert"}, {"depth.frag"}),
      wireframe_({"frame.glsl", "surface.vert"}, {"flat.frag"}),
      background_({"screen.vert"}, {"frame.glsl", "background.frag"}),
      ground_({"frame.glsl", "ground.vert"}, {"frame.glsl", "lighting.glsl", "ground.frag"}),
      frame_uniforms_(make_buffer()),
      empty_array_(make_vertex_array()),
      ground_height_(scene.ground_height) {
  for (const DrawableSurface& surface : scene.surfaces) {
    const Vec3 front = linear(surface.color);
    looks_.push_back({front, back_tint(front), surface.cloth});
  }
  const ViewBox box = lit_box(scene);
  center_ = 0.5f * (box.min + box.max);
  radius_ = std::max(0.05f, 0.5f * glm::length(box.max - box.min) * kLitRadius);
  shadow_map_.aim(center_, radius_, kTowardsLight);
}

void Renderer::upload(const DrawableState& state) { buffers_.upload_vertices(state.positions, state.normals); }

void Renderer::draw(const RenderTarget& target, const CameraView& camera, std::span<const float> half_thickness,
                    const DrawOptions& options) {
  const Mat4 clip_from_world = camera.projection * camera.view;
  glEnable(GL_DEPTH_TEST);
  set_frame(target, camera, options.soft_shadows);
  buffers_.bind();
  draw_shadow_map(half_thickness);
  target.begin();
  glClear(GL_DEPTH_BUFFER_BIT);
  draw_surroundings();
  draw_surfaces(clip_from_world, half_thickness);
  if (options.wireframe) draw_wireframe(clip_from_world, half_thickness);
  for (const LineLayer& layer : options.lines) line_renderer_.draw(*layer.lines, layer.width, layer.hidden_opacity);
  target.resolve();
  glDisable(GL_DEPTH_TEST);
}

void Renderer::set_frame(const RenderTarget& target, const CameraView& camera, bool soft_shadows) {
  const FrameUniforms frame{camera.projection * camera.view,
                            shadow_map_.map_from_world(),
                            Vec4(camera.eye, 1),
                            Vec4(kTowardsLight, 0),
                            Vec4(ground_height_.value_or(0.0f), kGroundRadius * radius_, center_.x, center_.z),
                            Vec4(target.width(), target.height(), soft_shadows ? 16 : 4, 0)};
  glNamedBufferData(frame_uniforms_, sizeof frame, &frame, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_uniforms_);
}

void Renderer::draw_shadow_map(std::span<const float> half_thickness) {
  shadow_map_.begin();
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 2.0f);
  draw_layers(shadow_map_.clip_from_world(), half_thickness, surface_depth_, border_depth_);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::draw_surroundings() {
  glBindVertexArray(empty_array_);
  shadow_map_.bind(0);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_LEQUAL);  // the background lies on the far plane
  background_.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  if (!ground_height_) return;
  ground_.use();
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::draw_surfaces(const Mat4& clip_from_world, std::span<const float> half_thickness) {
  shadow_map_.bind(0);
  draw_layers(clip_from_world, half_thickness, surface_, border_);
}

// Solids as they are; cloth as a closed slab: the face along the normals, the one against them, the hem.
void Renderer::draw_layers(const Mat4& clip_from_world, std::span<const float> half_thickness,
                           const ShaderProgram& surface, const ShaderProgram& border) {
  surface.set("clip_from_world_of_pass", clip_from_world);
  border.set("clip_from_world_of_pass", clip_from_world);
  border.set("fabric", 1.0f);
  border.set("weave", 0.0f);
  for (size_t i = 0; i < looks_.size(); ++i) {
    const Look& look = looks_[i];
    const SurfaceRange& range = buffers_.ranges()[i];
    const auto face = [&](float side, Vec3 color) {
      surface.use();
      surface.set("offset", side * half_thickness[i]);
      surface.set("side", side);
      surface.set("color", color);
      surface.set("fabric", look.cloth ? 1.0f : 0.0f);
      surface.set("weave", look.cloth ? 0.25f : 0.0f);
      buffers_.draw_triangles(range);
    };
    if (!look.cloth) {
      face(1, look.front);
      continue;
    }
    glEnable(GL_CULL_FACE);  // each face of the slab is seen from its own side alone
    glCullFace(GL_BACK);
    face(1, look.front);
    glCullFace(GL_FRONT);
    face(-1, look.back);
    glDisable(GL_CULL_FACE);
    border.use();
    border.set("offset", half_thickness[i]);
    border.set("first_edge", range.first_border_edge);
    border.set("color", look.front);
    buffers_.draw_border(range);
  }
}

void Renderer::draw_wireframe(const Mat4& clip_from_world, std::span<const float> half_thickness) {
  wireframe_.use();
  wireframe_.set("clip_from_world_of_pass", clip_from_world);
  wireframe_.set("flat_color", Vec4(0.02f, 0.025f, 0.03f, 0.55f));
  glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
  glEnable(GL_POLYGON_OFFSET_LINE);
  glPolygonOffset(-1.0f, -2.0f);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  for (size_t i = 0; i < looks_.size(); ++i)
    for (float side : {1.0f, -1.0f}) {
      if (side < 0 && !looks_[i].cloth) continue;
      wireframe_.set("offset", side * half_thickness[i]);
      wireframe_.set("side", side);
      buffers_.draw_triangles(buffers_.ranges()[i]);
    }
  glDisable(GL_BLEND);
  glDisable(GL_POLYGON_OFFSET_LINE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

}  // namespace raycloth
