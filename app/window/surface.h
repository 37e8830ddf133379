// The GLFW window with its OpenGL 4.5 context and Dear ImGui on it, as one owner. Knows nothing of scenes.
#pragma once

#include <optional>
#include <utility>

#include "app/view/window_look.h"
#include "device/math.h"

struct GLFWwindow;

namespace raycloth {

class WindowSurface {
 public:
  /// In units of the mouse; `by_display`: times what the display asks for. Throws std::runtime_error with one line
  /// where there is no display or no OpenGL 4.5.
  WindowSurface(Int2 units, bool by_display, bool maximized);
  ~WindowSurface();
  WindowSurface(const WindowSurface&) = delete;
  WindowSurface& operator=(const WindowSurface&) = delete;

  GLFWwindow* get() const { return window_; }
  Int2 size() const;   // pixels
  Int2 units() const;  // the same in units of the mouse
  bool maximized() const;
  float scale() const;            // of the display: 1, or 2 where pixels are small
  float pixels_per_unit() const;  // of the mouse's coordinates

  /// Prepares Dear ImGui; app/window/window_events.h passes it what happens.
  void start_panels();
  /// Between two frames. `scale`: of letters, what the display asks for included.
  void set_look(Theme theme, float scale);

 private:
  GLFWwindow* window_ = nullptr;
  bool panels_ = false;
  std::optional<std::pair<Theme, float>> look_;
};

}  // namespace raycloth
