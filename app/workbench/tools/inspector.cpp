#include "app/workbench/tools/inspector.h"

#include "app/view/marks/lines.h"
#include "app/view/picking.h"

namespace raycloth {
namespace {

constexpr uint32_t kVertex = rgba(255, 255, 255), kRejected = rgba(170, 175, 185);

void outline(LineBatch& lines, std::span<const Vec4> positions, Int3 t, uint32_t color) {
  const Vec3 a(positions[t.x]), b(positions[t.y]), c(positions[t.z]);
  lines.line(a, b, color);
  lines.line(b, c, color);
  lines.line(c, a, color);
}

/// As far as it reached, or to what it met.
void draw_ray(const VertexInspection& record, const RayInspection& ray, LineBatch& thin, LineBatch& dots) {
  const uint32_t color = ray.outward ? kOutwardRayColor : kInwardRayColor;
  const float length = ray.triangle < 0 ? ray.cast : ray.length;
  const Vec3 end = record.position + length * ray.direction;
  thin.line(record.position, end, color);
  if (ray.triangle >= 0) dots.dot(end, verdict_color(ray));
}

}  // namespace

uint32_t verdict_color(const RayInspection& ray) {
  if (!ray.accepted) return kRejected;
  if (ray.inverted) return kInvertedColor;
  return ray.kind == ContactClass::collision ? kCollisionColor : kPredictionColor;
}

bool Inspector::pick(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden) {
  const Model& model = frame.opened->model;
  const std::optional<Pick> hit = raycloth::pick(ray, frame.positions, model, hidden);
  if (!hit) return false;
  vertex_ = model.triangles[hit->triangle][nearest_corner(hit->barycentric)];
  runner.ask([vertex = vertex_](LiveScene& scene) { scene.inspect(vertex); });
  return true;
}

void Inspector::close(Runner& runner) {
  if (active()) runner.ask([](LiveScene& scene) { scene.stop_inspecting(); });
  forget();
}

const VertexInspection* Inspector::record(const Frame& frame) const {
  return active() && known(frame) && frame.inspection ? &*frame.inspection : nullptr;
}

void Inspector::draw(const Frame& frame, LineBatch& thin, LineBatch& dots) const {
  if (!active()) return;
  dots.dot(Vec3(frame.positions[vertex_]), kVertex);
  const VertexInspection* const found = record(frame);
  if (!found) return;
  for (const RayInspection& ray : found->rays) {
    draw_ray(*found, ray, thin, dots);
    if (ray.triangle < 0) continue;
    outline(thin, frame.positions, frame.opened->model.triangles[ray.triangle], verdict_color(ray));
    if (!ray.contact) continue;
    const Vec3 foot = found->position + ray.length * ray.direction;
    thin.line(foot, foot + ray.contact->rest_distance * ray.contact->normal, kNormalColor);
  }
}

}  // namespace raycloth
