#include "app/window/surface.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <stdexcept>
#include <string>

#include "app/view/theme.h"
#include "render/gl_objects.h"

namespace raycloth {
namespace {

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

GLFWwindow* open_window(int width, int height) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene is drawn into a target of its own
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  return glfwCreateWindow(width, height, "Raycloth", nullptr, nullptr);
}

}  // namespace

WindowSurface::WindowSurface(int width, int height) {
  if (!glfwInit())
    throw std::runtime_error("no window: " + last_glfw_error() +
                             " (without a display: raycloth run SCENE --frames N --picture FILE.png)");
  window_ = open_window(width, height);
  if (!window_) {
    const std::string reason = last_glfw_error();
    glfwTerminate();
    throw std::runtime_error("no window with OpenGL 4.5: " + reason + " (update the driver or Mesa)");
  }
  glfwMakeContextCurrent(window_);
  load_gl(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress));
  glfwSwapInterval(1);
}

WindowSurface::~WindowSurface() {
  if (panels_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void WindowSurface::start_panels(float scale) {
  ImGui::CreateContext();
  apply_theme(scale);
  ImGui_ImplGlfw_InitForOpenGL(window_, false);  // its events come by app/window/window_events.h
  ImGui_ImplOpenGL3_Init("#version 450 core");
  panels_ = true;
}

Int2 WindowSurface::size() const {
  Int2 size;
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return size;
}

float WindowSurface::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x / pixels_per_unit();
}

float WindowSurface::pixels_per_unit() const {
  // A window manager may resize the window between the questions: ask until the answers belong together.
  int width = 0, before = 0, height = 0;
  Int2 pixels(0);
  do {
    glfwGetWindowSize(window_, &before, &height);
    pixels = size();
    glfwGetWindowSize(window_, &width, &height);
  } while (width != before);
  return width > 0 && pixels.x > 0 ? static_cast<float>(pixels.x) / width : 1.0f;
}

}  // namespace raycloth
