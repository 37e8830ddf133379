// Objects of the scene: chosen, placed, named, coloured, hidden and removed. What changes more than a look builds the
// scene anew from its document, on a thread of its own, while the present one goes on.
#include <algorithm>

#include "app/run/output/scene_file.h"
#include "app/view/picking.h"
#include "app/workbench/workbench.h"

namespace raycloth {

using Side = Comparison::Side;

void Workbench::select(int object) {
  selected_ = object;
  arranger.stop();
  if (object >= 0) arranger.start(scene().objects[object].mesh, scene().objects[object].placement);
}

bool Workbench::select_at(Vec2 place) {
  const std::optional<Pick> hit = pick(sight_.ray(place), comparison_.seen_at(place).positions, model(), view.hidden);
  if (hit) select(model().triangle_object[hit->triangle]);
  return hit.has_value();
}

Look Workbench::look(int object) const {
  const ModelObject& present = model().objects[object];
  const auto asked = looks_.find(object);
  const Look now{present.name, present.color, frame().opened->hidden[object] != 0};
  return asked == looks_.end() ? now : asked->second.over(now, frame());
}

void Workbench::change(int object, const Look& look) {
  const Look before = this->look(object);
  for (int i = 0; i < static_cast<int>(model().objects.size()); ++i)
    if (i != object && this->look(i).name == look.name) {
      message = {"there is another object '" + look.name + "'", true};
      return;
    }
  if (look.name.empty() || look == before) return;
  if (building()) return static_cast<void>(can_build());  // what is built does not know of it
  edits_.add(object, before, look);
  ask(object, look);
}

void Workbench::ask(int object, const Look& look) {
  const auto act = [=](LiveScene& scene) { scene.change_look(object, look); };
  looks_[object].set(look, shown_.runner->ask(Runner::Kind::value, "look " + std::to_string(object), act));
  hide_as_looks_say();
}

void Workbench::hide_as_looks_say() {
  view.hidden.resize(model().objects.size());
  for (int i = 0; i < static_cast<int>(view.hidden.size()); ++i) view.hidden[i] = look(i).hidden;
}

/// With all that was asked for, done or not; of A, where A and B are compared.
std::string Workbench::present_document() const {
  std::vector<Material> materials;
  for (int i = 0; i < static_cast<int>(frame().materials.size()); ++i)
    materials.push_back(comparison_.material(Side::a, i));
  std::string text =
      scene_text(scene(), model(), {comparison_.settings(Side::a), materials, pinning_.pins()}, scene().path);
  for (const auto& [object, asked] : looks_) {
    const ModelObject& present = model().objects[object];
    const Look now{present.name, present.color, frame().opened->hidden[object] != 0};
    if (const Look& look = asked.over(now, frame()); look != now) text = with_look(text, object, look);
  }
  return text;
}

/// Whether the scene may be built anew now.
bool Workbench::can_build() {
  if (comparison_.on()) message = {"A and B are compared: end that before objects are changed"};
  if (building()) message = {Opening::kBuilds};
  return !comparison_.on() && !building();
}

void Workbench::edit_document(const std::string& words, const std::function<std::string(const std::string&)>& change) {
  if (!can_build()) return;
  try {
    auto before = std::make_shared<const std::string>(present_document());
    auto after = std::make_shared<const std::string>(change(*before));
    edits_before_build_ = edits_;
    build(after);
    edits_.add(std::move(before), std::move(after), words);
  } catch (const std::exception& error) {
    message = {error.what(), true};
  }
}

/// Whether it waits for an answer, because it would end other takes.
bool Workbench::asks_first(std::function<void()> act) {
  const auto otherwise = [this] {
    painter.take();
    surfaces_.change();  // what was painted goes
    if (!adding_) select(selected_);
  };
  return can_build() &&
         takes_.question().comes_before(frame().past.takes.size(),
                                        {"The scene is built anew for that and begins at frame 0", "Build it anew"},
                                        std::move(act), otherwise);
}

void Workbench::place(int object, const Placement& placement) {
  if (placement == scene().objects[object].placement) return;
  if (asks_first([=, this] { place(object, placement); })) return;
  edit_document(look(object).name + " placed", [&](const std::string& document) {
    return with_placement(document, object, placement, chosen_of(model(), object, pinning_.pins()));
  });
  if (!building()) select(selected_);  // refused: its ghost goes
}

void Workbench::remove(int object) {
  if (asks_first([=, this] { remove(object); })) return;
  edit_document(look(object).name + " removed",
                [&](const std::string& document) { return without_object(document, object); });
}

void Workbench::let_handle_go() {
  arranger.let_go();
  if (!adding_ && selected_ >= 0 && arranger.changed()) place(selected_, arranger.placement());
}

std::vector<Workbench::Label> Workbench::handles() const {
  std::vector<Label> labels;
  const CameraView seen = sight_.seen();
  if (shows_wind())
    if (const auto tip = place_in_picture(seen, wind_handle_.tip(settings().wind)))
      labels.push_back({*tip, "wind tip"});
  if (!arranger.active() || (!arranging && !adding_)) return labels;
  const Gizmo gizmo = arranger.gizmo(seen);
  for (const GizmoHandle& handle : gizmo_handles())
    if (const auto place = place_in_picture(seen, place_of(gizmo, handle))) labels.push_back({*place, name_of(handle)});
  return labels;
}

Carried Workbench::what_is_carried() const {
  Carried carried{model().objects, settings(), {}, {}};
  for (int i = 0; i < static_cast<int>(carried.objects.size()); ++i) {
    carried.objects[i].name = look(i).name;
    carried.materials.push_back(material(i));
  }
  if (selected_ >= 0) carried.selected = carried.objects[selected_].name;
  return carried;
}

void Workbench::carry_over(const Carried& from) {
  if (!difference(frame().settings, from.settings).values.empty()) comparison_.ask(Side::a, from.settings);
  int chosen = -1;
  for (int i = 0; i < static_cast<int>(model().objects.size()); ++i) {
    const ModelObject& object = model().objects[i];
    if (object.name == (added_.empty() ? from.selected : added_)) chosen = i;
    const auto same = std::ranges::find(from.objects, object.name, &ModelObject::name);
    if (same == from.objects.end() || same->kind != object.kind || same->motion != object.motion) continue;
    const auto before = same - from.objects.begin();
    if (!difference(i, frame().materials[i], from.materials[before]).values.empty())
      comparison_.ask(Side::a, i, from.materials[before]);
  }
  added_.clear();
  select(chosen);
  settle_painted();
  if (adding_) begin_adding_again();  // the next one is placed among what there is now
}

}  // namespace raycloth
