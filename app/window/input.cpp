#include "app/window/input.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include "app/commands/commands.h"
#include "app/panels/files/browser.h"
#include "app/window/window_events.h"

namespace raycloth {
namespace {

constexpr float kClick = 4;  // pixels that the mouse may move while it clicks
constexpr float kRing = 15;  // pixels from its end to its beginning: a stroke that cuts a ring

}  // namespace

WindowInput::WindowInput(WindowSurface& surface, Workbench& workbench, PanelState& panels)
    : surface_(surface), workbench_(workbench), panels_(panels) {
  queue_events(surface.get(), queue_);
}

void WindowInput::begin_frame() {
  const std::vector<InputEvent> events = queue_.take(ImGui::GetIO().WantTextInput);
  begin_panels(surface_.get(), events, queue_);  // first: it finds out what the panels want
  for (const InputEvent& event : events) {
    act(event);
    taken_ += event.times;
  }
}

void WindowInput::act(const InputEvent& event) {
  switch (event.kind) {
    case InputEvent::Kind::key:
      if (event.down) on_key(event.code, event.modifiers, false);
      return;
    case InputEvent::Kind::repeat:
      return on_key(event.code, event.modifiers, true);
    case InputEvent::Kind::button:
      return on_button(event.code, event.down ? GLFW_PRESS : GLFW_RELEASE, event.modifiers);
    case InputEvent::Kind::cursor:
      return on_cursor(event.value);
    case InputEvent::Kind::wheel:
      return on_wheel(event.value.y);
    case InputEvent::Kind::drop:
      return drop_files(workbench_, panels_, {event.files.begin(), event.files.end()});
    case InputEvent::Kind::leave:
    case InputEvent::Kind::character:
    case InputEvent::Kind::focus:
      return;
  }
}

void WindowInput::set_picture(Int4 area) {
  picture_ = area;
  workbench_.set_aspect(static_cast<float>(area.z) / area.w);
}

Vec2 WindowInput::place(Vec2 pixels) const {
  return {(pixels.x - picture_.x) / picture_.z, (pixels.y - picture_.y) / picture_.w};
}

void WindowInput::on_key(int key, int modifiers, bool held) {
  const bool function_key = key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25;
  if (ImGui::GetIO().WantTextInput && !function_key) return;  // typing into a field
  const UserCommand* const command = command_of(pressed_key(key, modifiers));
  if (command && (command->repeats || !held)) command->act({workbench_, panels_});
}

void WindowInput::on_button(int button, int action, int modifiers) {
  if (action == GLFW_RELEASE) {
    if (drag_ == Drag::none || button != drag_button_) return;
    if (drag_ == Drag::pull) workbench_.hands().release();
    if (drag_ == Drag::box) end_box();
    if (drag_ == Drag::handle) workbench_.let_handle_go();
    if (drag_ == Drag::wind) workbench_.let_wind_go();
    if (drag_ == Drag::paint) workbench_.end_stroke();
    if (drag_ == Drag::cut) end_cut();
    drag_ = Drag::none;
    return;
  }
  if (drag_ != Drag::none || ImGui::GetIO().WantCaptureMouse) return;
  if (button == GLFW_MOUSE_BUTTON_LEFT && (modifiers & GLFW_MOD_CONTROL)) return inspect();
  drag_button_ = button;
  drag_ = drag_of(button, modifiers);
}

/// What a button that goes down over the picture begins.
WindowInput::Drag WindowInput::drag_of(int button, int modifiers) {
  const bool shift = modifiers & GLFW_MOD_SHIFT, alt = modifiers & GLFW_MOD_ALT;
  if (button == GLFW_MOUSE_BUTTON_MIDDLE || (button == GLFW_MOUSE_BUTTON_RIGHT && shift)) return Drag::pan;
  if (button == GLFW_MOUSE_BUTTON_RIGHT) return Drag::orbit;
  if (button != GLFW_MOUSE_BUTTON_LEFT) return Drag::none;
  if (alt) return Drag::orbit;
  if (workbench_.take_wind(place(cursor_))) return Drag::wind;
  erases_ = shift;
  if (workbench_.brushing()) return workbench_.paint(place(cursor_), erases_) ? Drag::paint : Drag::orbit;
  const bool arranging = workbench_.arranging || workbench_.adding();
  if (arranging && workbench_.take_handle(place(cursor_))) return Drag::handle;
  if (workbench_.arranging && !workbench_.adding() && workbench_.select_at(place(cursor_))) return Drag::none;
  if (panels_.pinning) {
    box_from_ = cursor_;
    box_takes_ = shift;
    return Drag::box;
  }
  if (panels_.cutting) {
    stroke_ = {cursor_};
    return Drag::cut;
  }
  return workbench_.hands().grab(place(cursor_)) ? Drag::pull : Drag::orbit;
}

std::optional<WindowInput::DrawnBox> WindowInput::box() const {
  if (drag_ != Drag::box || glm::length(cursor_ - box_from_) < kClick) return {};
  return DrawnBox{box_from_, cursor_, box_takes_};
}

/// A box that is hardly one was a click.
void WindowInput::end_box() {
  if (box())
    workbench_.pinning().put_box(place(box_from_), place(cursor_), !box_takes_);
  else
    workbench_.pinning().toggle(place(box_from_));
}

/// Nothing, where the tool was put away meanwhile.
void WindowInput::end_cut() {
  std::vector<Vec2> places;
  for (const Vec2& pixels : std::exchange(stroke_, {})) places.push_back(place(pixels));
  if (!panels_.cutting) return;
  workbench_.cut(places, kRing / static_cast<float>(picture_.w));
}

void WindowInput::on_cursor(Vec2 units) {
  const Vec2 now = surface_.pixels_per_unit() * units;
  const Vec2 moved = (now - cursor_) / static_cast<float>(picture_.w);
  cursor_ = now;
  switch (drag_) {
    case Drag::none:
      return workbench_.hover(place(now));
    case Drag::box:
      return;
    case Drag::cut:
      if (glm::length(now - stroke_.back()) >= kClick) stroke_.push_back(now);
      return;
    case Drag::handle:
      return workbench_.drag_handle(place(now));
    case Drag::wind:
      return workbench_.drag_wind(place(now));
    case Drag::paint:
      return static_cast<void>(workbench_.paint(place(now), erases_));
    case Drag::orbit:
      return workbench_.camera.orbit(moved.x, moved.y);
    case Drag::pan:
      return workbench_.camera.pan(moved.x, moved.y);
    case Drag::pull:
      return workbench_.hands().drag(place(now));
  }
}

void WindowInput::on_wheel(float steps) {
  if (drag_ == Drag::pull) return workbench_.hands().push(place(cursor_), steps);
  if (!ImGui::GetIO().WantCaptureMouse) workbench_.camera.zoom(steps);
}

void WindowInput::inspect() {
  if (!workbench_.examining().inspect(place(cursor_))) return;
  panels_.show(Tab::inspect);
}

}  // namespace raycloth
