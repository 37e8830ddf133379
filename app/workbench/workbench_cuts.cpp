// Cloth cut by a stroke over the picture. Where it passes is found in the frame that is shown, of A and B in the one
// that it begins over; the runner cuts, both.
#include "app/view/drawables.h"
#include "app/view/picking.h"
#include "app/workbench/workbench.h"
#include "sim/mesh/stroke.h"
#include "sim/model/cuts.h"

namespace raycloth {
namespace {

constexpr float kSameDepth = 5e-4f;      // m, that what hides a point is nearer than it,
constexpr float kSameDepthPart = 1e-4f;  // and part of the distance

bool comes_back(std::span<const Vec2> places, float aspect, float near) {
  const auto from_start = [&](Vec2 place) { return glm::length((place - places.front()) * Vec2(aspect, 1)); };
  const bool leaves = std::ranges::any_of(places, [&](Vec2 place) { return from_start(place) > 4 * near; });
  return leaves && from_start(places.back()) < near;
}

}  // namespace

void Workbench::cut(std::span<const Vec2> places, float near) {
  if (places.size() < 2) return;
  if (building()) return static_cast<void>(can_build());
  const std::vector<Vec4>& positions = comparison_.seen_at(places.front()).positions;
  Stroke stroke{{}, comes_back(places, sight_.aspect, near)};
  for (const Vec2 place : places) {
    const ViewRay ray = sight_.ray(place);
    stroke.rays.push_back({ray.origin, ray.direction});
  }
  const auto seen = [&](const Vec3& eye, const Vec3& point) {
    const float distance = glm::distance(eye, point);
    const auto hit = pick({eye, (point - eye) / distance}, positions, model(), view.hidden);
    return !hit || hit->distance > distance - kSameDepth - kSameDepthPart * distance;
  };
  std::map<int, std::vector<Cut>> cuts;
  for (int i = 0; i < static_cast<int>(model().objects.size()); ++i) {
    if (model().objects[i].kind != ObjectKind::cloth || view.hidden[i]) continue;
    const SceneObject& object = scene().objects[i];
    Cut found = cut_along(stroke, object.mesh, present_mesh(model(), i, positions), seen);
    if (found.paths.empty()) continue;
    cuts[i] = object.cut.cuts;
    cuts[i].push_back(std::move(found));
  }
  if (cuts.empty()) {
    message = {"nothing is cut: a stroke parts cloth that it crosses over two edges of triangles or more"};
    return;
  }
  end_gesture();
  for (const auto& [object, of_object] : cuts) edits_.add_cuts(object, scene().objects[object].cut.cuts, of_object);
  end_gesture();
  ask(cuts);
}

void Workbench::ask(const std::map<int, std::vector<Cut>>& cuts) {
  shown_.cut_asked = shown_.runner->ask([cuts](LiveScene& scene) { scene.change_cuts(cuts); });
}

/// Vertices and triangles have other numbers in the newest frame than in the present one.
void Workbench::follow_cuts(const Frame& newest) {
  surfaces_.open(*newest.opened);
  grabber_.follow(model(), newest.opened->model);
  examining_.forget_vertex();
  painter.forget();
}

}  // namespace raycloth
