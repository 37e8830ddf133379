// The GLFW window with its OpenGL 4.5 context and Dear ImGui on it, as one owner. Knows nothing of scenes.
#pragma once

#include "device/math.h"

struct GLFWwindow;

namespace raycloth {

class WindowSurface {
 public:
  /// Throws std::runtime_error with one line where there is no display or no OpenGL 4.5.
  WindowSurface(int width, int height);
  ~WindowSurface();
  WindowSurface(const WindowSurface&) = delete;
  WindowSurface& operator=(const WindowSurface&) = delete;

  GLFWwindow* get() const { return window_; }
  Int2 size() const;              // pixels
  float scale() const;            // of the display: 1, or 2 where pixels are small
  float pixels_per_unit() const;  // of the mouse's coordinates

  /// Prepares Dear ImGui; app/window/window_events.h passes it what happens.
  void start_panels(float scale);

 private:
  GLFWwindow* window_ = nullptr;
  bool panels_ = false;
};

}  // namespace raycloth
