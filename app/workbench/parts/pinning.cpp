#include "app/workbench/parts/pinning.h"

#include <algorithm>

#include "app/view/picking.h"

namespace raycloth {

bool Pinning::toggle(Vec2 place) {
  const Model& model = shown_.model();
  const std::optional<Pick> hit =
      pick(sight_.ray(place), comparison_.seen_at(place).positions, model, sight_.view.hidden);
  if (!hit || model.objects[model.triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  const int vertex = model.triangles[hit->triangle][nearest_corner(hit->barycentric)];
  std::vector<int> pins = this->pins();
  put({{vertex}, std::ranges::count(pins, vertex) == 0}, pins);
  change(pins);
  return true;
}

void Pinning::put_box(Vec2 corner, Vec2 other, bool on) {
  const Model& model = shown_.model();
  const CameraView seen = sight_.seen();
  const Vec2 low{std::min(corner.x, other.x), std::min(corner.y, other.y)};
  const Vec2 high{std::max(corner.x, other.x), std::max(corner.y, other.y)};
  const std::vector<Vec4>& positions = comparison_.seen_at(corner).positions;
  PinAction action{{}, on};
  for (size_t i = 0; i < model.objects.size(); ++i) {
    const ModelObject& object = model.objects[i];
    if (object.kind != ObjectKind::cloth || sight_.view.hidden[i]) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      const std::optional<Vec2> at = place_in_picture(seen, Vec3(positions[v]));
      const bool inside = at && at->x >= low.x && at->x <= high.x && at->y >= low.y && at->y <= high.y;
      if (inside) action.vertices.push_back(v);
    }
  }
  std::vector<int> pins = this->pins();
  put(action, pins);
  change(pins);
}

void Pinning::change(const std::vector<int>& pins) {
  if (opening_.builds())  // what is built does not know of them
    return static_cast<void>(shown_.message = {Opening::kBuilds});
  edits_.add_pins(this->pins(), pins, shown_.model().scene);
  ask(pins);
}

void Pinning::amend(const PinAction& action) {
  std::vector<int> pins = this->pins();
  put(action, pins);
  ask(pins);
}

void Pinning::ask(const std::vector<int>& pins) {
  asked_.set(pins,
             shown_.runner->ask(Runner::Kind::value, "pins", [pins](LiveScene& scene) { scene.change_pins(pins); }));
}

}  // namespace raycloth
