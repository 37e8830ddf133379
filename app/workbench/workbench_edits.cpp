// Changes of settings, materials and pins: asked for, saved.
#include <algorithm>

#include "app/view/picking.h"
#include "app/workbench/workbench.h"
#include "sim/text.h"

namespace raycloth {

void Workbench::change(const Settings& settings) {
  try {
    validate(settings);
  } catch (const std::exception& error) {
    message = {error.what(), true};
    return;
  }
  const Settings& of_a = settings_of(Compared::a);
  const bool b = chosen_side() == Compared::b;
  const Settings next = b ? with_environment_of(settings, of_a) : settings;
  if (!difference(of_a, next).values.empty()) {
    edits_.add(of_a, next);
    ask(Compared::a, next);
  }
  if (!b) return;
  edits_.add_of_b(this->settings(), settings);
  ask(Compared::b, settings);
}

void Workbench::ask(Compared side, const Settings& settings) {
  const bool b = side == Compared::b;
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(settings) : scene.change(settings); };
  const Ticket ticket = runner_->ask(Runner::Kind::value, b ? "settings of b" : "settings", act);
  asked(side).settings.set(settings, ticket);
  if (!b && comparing())  // what acts from outside, on B as well
    asked_b_.settings.set(with_environment_of(settings, settings_of(Compared::b)), ticket);
}

void Workbench::change(int object, const Material& material) {
  if (chosen_side() == Compared::b)
    edits_.add_of_b(object, this->material(object), material);
  else
    edits_.add(object, this->material(object), material);
  ask(chosen_side(), object, material);
}

void Workbench::ask(Compared side, int object, const Material& material) {
  const bool b = side == Compared::b;
  const auto act = [=](LiveScene& scene) { b ? scene.change_b(object, material) : scene.change(object, material); };
  const std::string name = (b ? "material of b " : "material ") + std::to_string(object);
  asked(side).materials[object].set(material, runner_->ask(Runner::Kind::value, name, act));
}

void Workbench::change_pins(const std::vector<int>& pins) {
  if (building()) return static_cast<void>(can_build());  // what is built does not know of them
  edits_.add_pins(this->pins(), pins, model().scene);
  ask(pins);
}

void Workbench::ask(const std::vector<int>& pins) {
  pins_.set(pins, runner_->ask(Runner::Kind::value, "pins", [pins](LiveScene& scene) { scene.change_pins(pins); }));
}

bool Workbench::toggle_pin(Vec2 place) {
  const std::optional<Pick> hit = pick(camera.ray(place, aspect_), seen_at(place).positions, model(), view.hidden);
  if (!hit || model().objects[model().triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  const int vertex = model().triangles[hit->triangle][nearest_corner(hit->barycentric)];
  std::vector<int> pins = this->pins();
  put({{vertex}, std::ranges::count(pins, vertex) == 0}, pins);
  change_pins(pins);
  return true;
}

void Workbench::pin_box(Vec2 corner, Vec2 other, bool on) {
  const CameraView seen = camera.view(aspect_);
  const Vec2 low{std::min(corner.x, other.x), std::min(corner.y, other.y)};
  const Vec2 high{std::max(corner.x, other.x), std::max(corner.y, other.y)};
  const std::vector<Vec4>& positions = seen_at(corner).positions;
  PinAction action{{}, on};
  for (size_t i = 0; i < model().objects.size(); ++i) {
    const ModelObject& object = model().objects[i];
    if (object.kind != ObjectKind::cloth || view.hidden[i]) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
      const std::optional<Vec2> at = place_in_picture(seen, Vec3(positions[v]));
      const bool inside = at && at->x >= low.x && at->x <= high.x && at->y >= low.y && at->y <= high.y;
      if (inside) action.vertices.push_back(v);
    }
  }
  std::vector<int> pins = this->pins();
  put(action, pins);
  change_pins(pins);
}

void Workbench::save_scene() {
  if (model().objects.empty()) return static_cast<void>(message = {"there is no scene to save", true});
  end_gesture();
  saved_.ask(edits_.state());
  runner_->ask([](LiveScene& scene) { scene.save_scene(); });
}

/// It is this program's now.
void Workbench::take_over(const AutosavedScene& left) {
  try {
    autosave_.keep({scene().path, scene().document}, 0);
    forget_left_behind(left);
  } catch (const std::exception& error) {  // it stays where it is
    message = {error.what(), true};
  }
}

std::string Workbench::unsaved_words() const {
  const std::string words = spoken(edits_.state_words());
  if (!words.empty()) return words;
  return saved_.left_behind() ? "those of an earlier run" : "they were taken back, but saved";
}

/// What is unsaved is kept where a later run of the program finds it, should this one end in another way than by being
/// told to.
void Workbench::keep_safe() {
  if (!unsaved()) return autosave_.drop();
  if (building() || !autosave_.due(edits_.state())) return;
  try {
    autosave_.keep({scene().path, present_document()}, edits_.state());
  } catch (const std::exception& error) {
    message = {std::string("unsaved changes cannot be kept: ") + error.what(), true};
  }
}

}  // namespace raycloth
