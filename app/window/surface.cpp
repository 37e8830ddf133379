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

constexpr Int2 kLeast{480, 320};  // units

GLFWwindow* open_window(Int2 units) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the scene is drawn into a target of its own
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  return glfwCreateWindow(units.x, units.y, "Raycloth", nullptr, nullptr);
}

}  // namespace

WindowSurface::WindowSurface(Int2 units, bool by_display, bool maximized) {
  if (!glfwInit())
    throw std::runtime_error("no window: " + last_glfw_error() +
                             " (without a display: raycloth run SCENE --frames N --picture FILE.png)");
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, by_display ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_MAXIMIZED, maximized ? GLFW_TRUE : GLFW_FALSE);
  window_ = open_window(units);
  if (!window_) {
    const std::string reason = last_glfw_error();
    glfwTerminate();
    throw std::runtime_error("no window with OpenGL 4.5: " + reason + " (update the driver or Mesa)");
  }
  glfwSetWindowSizeLimits(window_, kLeast.x, kLeast.y, GLFW_DONT_CARE, GLFW_DONT_CARE);
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

void WindowSurface::start_panels() {
  ImGui::CreateContext();
  ImGui_ImplGlfw_InitForOpenGL(window_, false);  // its events come by app/window/window_events.h
  ImGui_ImplOpenGL3_Init("#version 450 core");
  panels_ = true;
}

void WindowSurface::set_look(Theme theme, float scale) {
  const std::pair look(theme, scale);
  if (look_ == look) return;
  look_ = look;
  const bool shown = ImGui::GetIO().Fonts->TexID != nullptr;  // else the first frame makes the letters' picture
  apply_theme(theme, scale);
  if (!shown) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

Int2 WindowSurface::size() const {
  Int2 size;
  glfwGetFramebufferSize(window_, &size.x, &size.y);
  return size;
}

Int2 WindowSurface::units() const {
  Int2 units;
  glfwGetWindowSize(window_, &units.x, &units.y);
  return units;
}

bool WindowSurface::maximized() const { return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE; }

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
