#include "app/window/window_events.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cfloat>

namespace raycloth {
namespace {

using Kind = InputEvent::Kind;
using Role = InputEvent::Role;

InputQueue& queue_of(GLFWwindow* window) { return *static_cast<InputQueue*>(glfwGetWindowUserPointer(window)); }

Role role_of(int key, int modifiers) {
  if (key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT || key == GLFW_KEY_CAPS_LOCK) return Role::shift;
  if (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) return Role::command;
  const bool printable = key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2;
  const bool on_pad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL && key != GLFW_KEY_KP_ENTER;
  return printable || on_pad ? Role::text : Role::command;
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  InputEvent event{action == GLFW_REPEAT ? Kind::repeat : Kind::key, key, action != GLFW_RELEASE, modifiers, scancode};
  event.role = role_of(key, modifiers);
  queue_of(window).push(event);
}

void on_cursor(GLFWwindow* window, double x, double y) {
  InputEvent event{Kind::cursor};
  event.value = {x, y};
  queue_of(window).push(event);
}

void pass(GLFWwindow* window, const InputEvent& event) {
  switch (event.kind) {
    case Kind::key:
      return ImGui_ImplGlfw_KeyCallback(window, event.code, event.scancode, event.down ? GLFW_PRESS : GLFW_RELEASE,
                                        event.modifiers);
    case Kind::character:
      return ImGui_ImplGlfw_CharCallback(window, static_cast<unsigned>(event.code));
    case Kind::wheel:
      return ImGui_ImplGlfw_ScrollCallback(window, event.value.x, event.value.y);
    case Kind::focus:
      return ImGui_ImplGlfw_WindowFocusCallback(window, event.down);
    case Kind::cursor:  // as they stand in the end
    case Kind::leave:
    case Kind::button:
    case Kind::repeat:  // Dear ImGui repeats by itself
    case Kind::drop:
      return;
  }
}

}  // namespace

void queue_events(GLFWwindow* window, InputQueue& queue) {
  glfwSetWindowUserPointer(window, &queue);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) {
    queue_of(w).push({Kind::character, static_cast<int>(character)});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int modifiers) {
    queue_of(w).push({Kind::button, button, action == GLFW_PRESS, modifiers});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    InputEvent event{Kind::wheel};
    event.value = {x, y};
    queue_of(w).push(event);
  });
  glfwSetCursorPosCallback(window, on_cursor);
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
    if (!entered) queue_of(w).push({Kind::leave});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    queue_of(w).push({Kind::focus, 0, focused != 0});
  });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** files) {
    InputEvent event{Kind::drop};
    event.files = {files, files + count};
    queue_of(w).push(event);
  });
  if (!glfwGetWindowAttrib(window, GLFW_HOVERED)) return;
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  on_cursor(window, x, y);
}

void begin_panels(GLFWwindow* window, const std::vector<InputEvent>& events, const InputQueue& queue) {
  for (const InputEvent& event : events) pass(window, event);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGuiIO& io = ImGui::GetIO();  // over what the backend has read of the mouse
  const Vec2 cursor = queue.cursor().value_or(Vec2(-FLT_MAX));
  io.MousePos = {cursor.x, cursor.y};
  for (int button = 0; button < InputQueue::kButtons; ++button) io.MouseDown[button] = queue.held(button);
  ImGui::NewFrame();
}

}  // namespace raycloth
