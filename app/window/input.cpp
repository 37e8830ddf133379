#include "app/window/input.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include "app/window/window_events.h"

namespace raycloth {

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
      if (event.down) on_key(event.code, event.modifiers);
      return;
    case InputEvent::Kind::repeat:
      return on_key(event.code, event.modifiers);
    case InputEvent::Kind::button:
      return on_button(event.code, event.down ? GLFW_PRESS : GLFW_RELEASE, event.modifiers);
    case InputEvent::Kind::cursor:
      return on_cursor(event.value);
    case InputEvent::Kind::wheel:
      return on_wheel(event.value.y);
    case InputEvent::Kind::drop:
      return workbench_.open({event.files.begin(), event.files.end()});
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

void WindowInput::on_key(int key, int modifiers) {
  if (ImGui::GetIO().WantTextInput) return;  // typing into a field
  if (on_camera_key(key, modifiers)) return;
  if (modifiers & GLFW_MOD_CONTROL) {
    return on_command_key(key, modifiers & GLFW_MOD_SHIFT);
  }
  if (key >= GLFW_KEY_1 && key < GLFW_KEY_1 + static_cast<int>(Tab::count)) {
    panels_.visible = true;
    panels_.requested_tab = key - GLFW_KEY_1;
  }
  on_time_key(key, modifiers & GLFW_MOD_SHIFT);
  on_view_key(key);
}

void WindowInput::on_command_key(int key, bool shift) {
  switch (key) {
    case GLFW_KEY_Q:
      return glfwSetWindowShouldClose(surface_.get(), GLFW_TRUE);
    case GLFW_KEY_S:
      return workbench_.save_scene();
    case GLFW_KEY_Z:
      return shift ? workbench_.redo() : workbench_.undo();
    case GLFW_KEY_Y:
      return workbench_.redo();
  }
}

void WindowInput::on_time_key(int key, bool shift) {
  constexpr long long kFar = 60;  // frames
  switch (key) {
    case GLFW_KEY_SPACE:
      return workbench_.play(!workbench_.playing());
    case GLFW_KEY_LEFT:
      return workbench_.step_back(shift ? kFar : 1);
    case GLFW_KEY_RIGHT:
      if (shift) return workbench_.step_back(-kFar);
      return workbench_.single_step();
    case GLFW_KEY_S:
      return workbench_.single_step();
    case GLFW_KEY_R:
      return workbench_.reset();
    case GLFW_KEY_G:
      return workbench_.repeat();
    case GLFW_KEY_K:
      return workbench_.toggle_session_recording();
    case GLFW_KEY_T:
      return workbench_.toggle_recording();
    case GLFW_KEY_I:
      return next_inversion();
    case GLFW_KEY_P:
      return toggle_predictions();
    case GLFW_KEY_X:
      return workbench_.watch(workbench_.counting(), !workbench_.pausing_at_first());
  }
}

bool WindowInput::on_camera_key(int key, int modifiers) {
  using Side = OrbitCamera::Side;
  OrbitCamera& camera = workbench_.camera;
  const bool other = modifiers & GLFW_MOD_CONTROL;
  if (key >= GLFW_KEY_F5 && key < GLFW_KEY_F5 + Workbench::kBookmarks) {
    const int bookmark = key - GLFW_KEY_F5;
    modifiers& GLFW_MOD_SHIFT ? workbench_.keep_view(bookmark) : workbench_.recall_view(bookmark);
    return true;
  }
  switch (key) {
    case GLFW_KEY_KP_1:
      return camera.look_from(other ? Side::back : Side::front), true;
    case GLFW_KEY_KP_3:
      return camera.look_from(other ? Side::left : Side::right), true;
    case GLFW_KEY_KP_7:
      return camera.look_from(other ? Side::bottom : Side::top), true;
    case GLFW_KEY_KP_5:
      return camera.set_orthographic(!camera.orthographic()), true;
  }
  return false;
}

void WindowInput::next_heat() {
  Heat& heat = workbench_.view.heat;
  heat = static_cast<Heat>((static_cast<int>(heat) + 1) % static_cast<int>(Heat::count));
}

void WindowInput::on_view_key(int key) {
  const auto flip = [](bool& option) { option = !option; };
  ViewOptions& view = workbench_.view;
  switch (key) {
    case GLFW_KEY_F:
      return workbench_.frame_view();
    case GLFW_KEY_W:
      return flip(view.wireframe);
    case GLFW_KEY_N:
      return flip(view.normals);
    case GLFW_KEY_Y:
      return flip(view.rays);
    case GLFW_KEY_C:
      return flip(view.contacts);
    case GLFW_KEY_B:
      return flip(view.boxes);
    case GLFW_KEY_M:
      return next_heat();
    case GLFW_KEY_TAB:
      return flip(panels_.visible);
    case GLFW_KEY_H:
    case GLFW_KEY_F1:
      return flip(panels_.help);
    case GLFW_KEY_ESCAPE:
      panels_.help = false;
      return;
    case GLFW_KEY_F12:
      screenshot_ = true;
      return;
  }
}

void WindowInput::on_button(int button, int action, int modifiers) {
  if (action == GLFW_RELEASE) {
    if (drag_ == Drag::none || button != drag_button_) return;
    if (drag_ == Drag::pull) workbench_.release();
    drag_ = Drag::none;
    return;
  }
  if (drag_ != Drag::none || ImGui::GetIO().WantCaptureMouse) return;
  const bool shift = modifiers & GLFW_MOD_SHIFT, alt = modifiers & GLFW_MOD_ALT;
  if (button == GLFW_MOUSE_BUTTON_LEFT && (modifiers & GLFW_MOD_CONTROL)) return inspect();
  drag_button_ = button;
  if (button == GLFW_MOUSE_BUTTON_LEFT)
    drag_ = !alt && workbench_.grab(place(cursor_)) ? Drag::pull : Drag::orbit;
  else if (button == GLFW_MOUSE_BUTTON_MIDDLE || (button == GLFW_MOUSE_BUTTON_RIGHT && shift))
    drag_ = Drag::pan;
  else if (button == GLFW_MOUSE_BUTTON_RIGHT)
    drag_ = Drag::orbit;
}

void WindowInput::on_cursor(Vec2 units) {
  const Vec2 now = surface_.pixels_per_unit() * units;
  const Vec2 moved = (now - cursor_) / static_cast<float>(picture_.w);
  cursor_ = now;
  switch (drag_) {
    case Drag::none:
      return;
    case Drag::orbit:
      return workbench_.camera.orbit(moved.x, moved.y);
    case Drag::pan:
      return workbench_.camera.pan(moved.x, moved.y);
    case Drag::pull:
      return workbench_.drag(place(now));
  }
}

void WindowInput::on_wheel(float steps) {
  if (drag_ == Drag::pull) return workbench_.push(place(cursor_), steps);
  if (!ImGui::GetIO().WantCaptureMouse) workbench_.camera.zoom(steps);
}

void WindowInput::inspect() {
  if (!workbench_.inspect(place(cursor_))) return;
  panels_.visible = true;
  panels_.requested_tab = static_cast<int>(Tab::inspect);
}

void WindowInput::next_inversion() {
  Settings settings = workbench_.settings();
  const int choices = static_cast<int>(std::size(kInversionNames));
  settings.inversion = static_cast<Inversion>((static_cast<int>(settings.inversion) + 1) % choices);
  workbench_.change(settings);
}

void WindowInput::toggle_predictions() {
  Settings settings = workbench_.settings();
  settings.predictions = !settings.predictions;
  workbench_.change(settings);
}

}  // namespace raycloth
