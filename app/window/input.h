// Keys, mouse and dropped files, turned into what the Workbench does. What Dear ImGui wants for its panels,
// it gets. Both get it through a queue, so that nothing is lost between two display frames.
#pragma once

#include <optional>

#include "app/panels/panels.h"
#include "app/window/input_queue.h"
#include "app/window/surface.h"
#include "app/workbench/workbench.h"

namespace raycloth {

class WindowInput {
 public:
  /// Sets the window's callbacks; the three must outlive it.
  WindowInput(WindowSurface& surface, Workbench& workbench, PanelState& panels);
  WindowInput(const WindowInput&) = delete;
  WindowInput& operator=(const WindowInput&) = delete;

  /// Where the scene is shown: x, y from the window's left and upper edge, width, height, in pixels.
  void set_picture(Int4 area);

  /// Begins Dear ImGui's frame and does what was asked for since the last, as far as one frame can take it.
  void begin_frame();

  /// Whether something that was asked for waits for the next frame.
  bool waiting() const { return !queue_.empty(); }
  /// Corners of the box that is drawn over the picture, in pixels.
  struct DrawnBox {
    Vec2 from, to;
    bool takes;  // pins, not sets them
  };
  std::optional<DrawnBox> box() const;
  /// Where cloth is being cut, in pixels.
  const std::vector<Vec2>& stroke() const { return stroke_; }
  /// How many inputs have been taken, those for the panels included.
  long long taken() const { return taken_; }

 private:
  enum class Drag { none, orbit, pan, pull, box, handle, wind, paint, cut };

  void act(const InputEvent& event);
  void on_key(int key, int modifiers, bool held);
  void on_button(int button, int action, int modifiers);
  void on_cursor(Vec2 units);
  void on_wheel(float steps);
  void inspect();
  Drag drag_of(int button, int modifiers);
  void end_box();
  void end_cut();
  Vec2 place(Vec2 pixels) const;  // in fractions of the picture

  WindowSurface& surface_;
  Workbench& workbench_;
  PanelState& panels_;
  InputQueue queue_;
  Int4 picture_{0, 0, 1, 1};
  Vec2 cursor_{0};  // pixels
  Drag drag_ = Drag::none;
  int drag_button_ = 0;
  Vec2 box_from_{0};  // pixels
  bool box_takes_ = false;
  bool erases_ = false;       // what is painted
  std::vector<Vec2> stroke_;  // pixels
  long long taken_ = 0;
};

}  // namespace raycloth
