#include "render/renderer.h"

#include <algorithm>
#include <cmath>

#include "render/draw_calls.h"
#include "render/light/environment.h"

namespace raycloth {
namespace {

using Files = ShaderProgram::Files;

// Mirrors shaders/frame.glsl (std140).
struct FrameUniforms {
  Mat4 clip_from_world, world_from_clip, light_from_world;
  Vec4 eye, light_direction, ground, viewport;
  std::array<Vec4, 9> environment;
};

const Vec3 kTowardsLight = glm::normalize(Vec3(0.45f, 1.0f, 0.55f));
constexpr float kLitRadius = 1.35f;    // the light covers this many radii of the scene at rest
constexpr float kGroundRadius = 5.0f;  // the ground has faded at this many
constexpr float kOcclusion = 0.15f;    // of the radius: how far ambient light is occluded

/// A fragment shader of those that know of light.
Files lit(const Files& arriving_light, const Files& surface) {
  Files all{"frame.glsl", "lighting.glsl"};
  all.insert(all.end(), arriving_light.begin(), arriving_light.end());
  all.insert(all.end(), surface.begin(), surface.end());
  return all;
}

ViewBox lit_box(const DrawableScene& scene) {
  ViewBox box = bounds(scene.rest_positions);
  if (scene.ground_height) box.min.y = std::min(box.min.y, *scene.ground_height);
  return box;
}

void begin_part(const RenderTarget& target, float from, float to) {
  const auto pixel = [&](float part) {
    return static_cast<int>(std::lround(part * static_cast<float>(target.width())));
  };
  glEnable(GL_SCISSOR_TEST);
  glScissor(pixel(from), 0, pixel(to) - pixel(from), target.height());
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

Renderer::LitPrograms::LitPrograms(const Files& arriving_light)
    : solid({"solid.vert"}, {"solid.geom"}, lit(arriving_light, {"matte.frag"})),
      face({"frame.glsl", "surface.vert"}, lit(arriving_light, {"sheen.glsl", "weave.glsl", "fabric.frag"})),
      hem({"frame.glsl", "border.vert"}, lit(arriving_light, {"sheen.glsl", "weave.glsl", "fabric.frag"})),
      painted_face({"frame.glsl", "surface.vert"}, lit(arriving_light, {"painted.frag"})),
      painted_hem({"frame.glsl", "border.vert"}, lit(arriving_light, {"painted.frag"})),
      ground({"frame.glsl", "ground.vert"}, lit(arriving_light, {"ground.frag"})) {}

Renderer::Renderer(const DrawableScene& scene)
    : surfaces_(scene),
      solid_depth_({"frame.glsl", "surface.vert"}, {"depth.frag"}),
      hem_depth_({"frame.glsl", "border.vert"}, {"depth.frag"}),
      ground_depth_({"frame.glsl", "ground.vert"}, {"depth.frag"}),
      wireframe_({"frame.glsl", "surface.vert"}, {"flat.frag"}),
      background_({"screen.vert"}, {"frame.glsl", "background.frag"}),
      frame_uniforms_(make_buffer()),
      empty_array_(make_vertex_array()),
      environment_(studio_irradiance()) {
  const ViewBox box = lit_box(scene);
  center_ = 0.5f * (box.min + box.max);
  radius_ = std::max(0.05f, 0.5f * glm::length(box.max - box.min) * kLitRadius);
  if (scene.ground_height) ground_ = {*scene.ground_height, {center_.x, center_.z}, kGroundRadius * radius_};
  shadow_map_.aim(center_, radius_, kTowardsLight);
}

void Renderer::upload(const DrawableState& state) {
  surfaces_.upload(state);
  tinted_ = !state.colors.empty() && state.over_fabric;
  painted_ = !state.colors.empty() && !state.over_fabric;
  mapped_.reset();
}

void Renderer::draw(const RenderTarget& target, const CameraView& camera, std::span<const float> half_thickness,
                    const DrawOptions& options) {
  const Mat4 clip_from_world = camera.projection * camera.view;
  const SurfaceChoice choice{half_thickness, options.hidden};
  glEnable(GL_DEPTH_TEST);
  set_frame(target, camera, options.white);
  draw_shadow_map(choice);
  if (options.light_mask) draw_light_mask(clip_from_world, choice, target.width(), target.height());
  LitPrograms& programs = lit_programs(options.light_mask);
  for (const ShaderProgram* program : {&programs.face, &programs.hem}) program->set("tinted", tinted_ ? 1.0f : 0.0f);
  target.begin();
  begin_part(target, options.from, options.to);
  glClear(GL_DEPTH_BUFFER_BIT);
  shadow_map_.bind(0, 3);
  sheen_table_.bind(4);
  surfaces_.draw(clip_from_world, choice,
                 {programs.solid, painted_ ? programs.painted_face : programs.face,
                  painted_ ? programs.painted_hem : programs.hem});
  draw_ground(programs.ground);  // after what hides it
  draw_background();
  if (options.wireframe) surfaces_.draw_edges(clip_from_world, choice, wireframe_);
  for (const LineLayer& layer : options.lines) line_renderer_.draw(*layer.lines, layer.width, layer.hidden_opacity);
  glDisable(GL_SCISSOR_TEST);
  target.resolve();
  glDisable(GL_DEPTH_TEST);
}

void Renderer::set_frame(const RenderTarget& target, const CameraView& camera, float white) {
  const Mat4 clip_from_world = camera.projection * camera.view;
  const FrameUniforms frame{clip_from_world,
                            glm::inverse(clip_from_world),
                            shadow_map_.map_from_world(),
                            camera.eye,
                            Vec4(kTowardsLight, 0),
                            Vec4(ground_ ? ground_->height : 0.0f, kGroundRadius * radius_, center_.x, center_.z),
                            Vec4(target.width(), target.height(), kOcclusion * radius_, white),
                            environment_};
  glNamedBufferData(frame_uniforms_, sizeof frame, &frame, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_uniforms_);
}

void Renderer::draw_depths(const Mat4& clip_from_world, const SurfaceChoice& choice) const {
  surfaces_.draw(clip_from_world, choice, {solid_depth_, solid_depth_, hem_depth_});
}

/// Again only where it has changed: a view that turns leaves it as it is.
void Renderer::draw_shadow_map(const SurfaceChoice& choice) {
  Mapped now{{choice.half_thickness.begin(), choice.half_thickness.end()},
             {choice.hidden.begin(), choice.hidden.end()}};
  if (mapped_ == now) return;
  mapped_ = std::move(now);
  shadow_map_.begin();
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5f, 2.0f);
  draw_depths(shadow_map_.clip_from_world(), choice);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::draw_light_mask(const Mat4& clip_from_world, const SurfaceChoice& choice, int width, int height) {
  if (!mask_ || mask_->width() != width || mask_->height() != height) mask_.emplace(width, height);
  mask_->begin();
  draw_depths(clip_from_world, choice);
  draw_ground(ground_depth_);
  mask_->fill(shadow_map_);
  mask_->bind();
}

void Renderer::draw_background() const {
  glBindVertexArray(empty_array_);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_LEQUAL);  // the background lies on the far plane
  background_.use();
  draw_vertices(3);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
}

void Renderer::draw_ground(const ShaderProgram& program) const {
  if (!ground_) return;
  glBindVertexArray(empty_array_);
  program.use();
  draw_vertices(3);
}

Renderer::LitPrograms& Renderer::lit_programs(bool with_mask) {
  if (with_mask) return masked_ ? *masked_ : masked_.emplace(Files{"light_mask.glsl"});
  return quick_ ? *quick_ : quick_.emplace(Files{"shadow.glsl", "light_direct.glsl"});
}

}  // namespace raycloth
