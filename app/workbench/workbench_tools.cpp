// What the mouse does in the picture besides pulling: the wind by its arrow, thickness by a brush.
#include <algorithm>
#include <utility>

#include "app/workbench/workbench.h"

namespace raycloth {

void Workbench::hover(Vec2 place) {
  arranger.hover(sight_.seen(), place, sight_.aspect);
  hovered_ = brushing() ? std::optional(place) : std::nullopt;
}

bool Workbench::take_wind(Vec2 place) {
  return shows_wind() && wind_handle_.take(sight_.seen(), place, sight_.aspect, settings().wind);
}

void Workbench::drag_wind(Vec2 place) {
  Settings blown = settings();
  const auto wind = wind_handle_.drag(sight_.ray(place), camera.forward(), blown.wind);
  if (!wind) return;
  blown.wind = *wind;
  change(blown);
}

void Workbench::let_wind_go() {
  wind_handle_.let_go();
  end_gesture();
}

void Workbench::brush(bool on) {
  hovered_.reset();
  if (on == brushing()) return;
  if (!on) {
    if (view.heat == Heat::thickness) view.heat = can_show(*heat_before_) ? *heat_before_ : Heat::off;
    return heat_before_.reset();
  }
  arranging = false;
  heat_before_ = std::exchange(view.heat, Heat::thickness);
}

bool Workbench::paint(Vec2 place, bool erase) {
  hovered_ = place;
  const std::optional<Pick> hit = pick(sight_.ray(place), comparison_.seen_at(place).positions, model(), view.hidden);
  if (!hit) return false;
  if (comparison_.on()) {
    message = {"A and B have one thickness, which is not painted while they are compared: stop comparing first"};
    return true;  // else the view would turn
  }
  if (!painter.stroke(scene(), model(), *hit, erase)) return false;
  surfaces_.change();  // the heat map shows it
  return true;
}

void Workbench::end_stroke() {
  painter.end_stroke();
  take_painted();
}

/// What is painted, into the scene; what is painted while that is built waits.
void Workbench::take_painted() {
  const auto& painted = painter.painted();
  if (!painted || painter.painting() || building() || takes_.question().asked()) return;
  if (asks_first([this] { take_painted(); })) return;
  const auto found = std::ranges::find(scene().objects, painted->object, &SceneObject::name);
  if (found == scene().objects.end()) return painter.take();  // removed meanwhile
  const int object = static_cast<int>(found - scene().objects.begin());
  const std::vector<float> factors = factors_of_file(found->mesh, painted->factors);
  edit_document("thickness of " + painted->object,
                [&](const std::string& document) { return with_thickness(document, object, factors); });
  if (!building()) painter.take();  // refused: it says why
}

/// Whether all that was painted is in the scene that has been built.
void Workbench::settle_painted() {
  const auto& painted = painter.painted();
  if (!painted) return;
  const auto found = std::ranges::find(scene().objects, painted->object, &SceneObject::name);
  if (found == scene().objects.end()) return painter.take();
  const Mesh& mesh = found->mesh;
  if (factors_of_file(mesh, painted->factors) == factors_of_file(mesh, found->thickness_map)) painter.take();
}

void Workbench::clear_thickness(int object) {
  if (asks_first([=, this] { clear_thickness(object); })) return;
  edit_document("thickness of " + look(object).name,
                [&](const std::string& document) { return with_thickness(document, object, {}); });
}

}  // namespace raycloth
