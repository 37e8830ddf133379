// Where the panels are: the column beside the picture or over it, tabs in windows of their own. Lengths are in points:
// pixels at a scale of 1, so that an arrangement stays what it is on a finer display. Knows neither GLFW nor Dear
// ImGui.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "device/math.h"

namespace raycloth {

enum class Tab : int { scene, cloth, collision, solver, timings, view, inspect, compare, count };
inline constexpr std::array kTabNames = {"Scene", "Cloth", "Collision", "Solver", "Timings", "View", "Inspect", "A/B"};

enum class PanelSide : int { left, right, floating };
inline constexpr const char* kPanelSideNames[] = {"left", "right", "floating"};

/// Points from the window's upper left corner.
struct PanelBox {
  Vec2 corner{0}, size{0};

  bool operator==(const PanelBox&) const = default;
};

struct PanelLayout {
  static constexpr float kUsualWidth = 400, kLeastWidth = 280, kLeastHeight = 240;  // points
  static constexpr float kMostOfWindow = 0.75f;                                     // of its width, for the column

  PanelSide side = PanelSide::left;
  float width = kUsualWidth;                   // of the column beside the picture
  PanelBox box{{60, 60}, {kUsualWidth, 640}};  // of the column over the picture
  std::map<Tab, PanelBox> taken_out;           // tabs in windows of their own
  std::optional<PanelBox> takes;               // their window, once it was moved

  bool operator==(const PanelLayout&) const = default;

  bool is_out(Tab tab) const { return taken_out.contains(tab); }
  void take_out(Tab tab);  // to where it does not hide those that are out already
  void put_back(Tab tab) { taken_out.erase(tab); }
};

/// In pixels, of a window so wide: of the column beside the picture, which leaves some of it.
float column_width(const PanelLayout& layout, float window, float scale);

/// Where a column that is let go with the mouse at x comes to lie; floating: over the picture.
PanelSide side_at(float x, float window, float scale);

/// Moved and made smaller until all of it is inside a window of this size, in points.
PanelBox fitted(PanelBox box, Vec2 window);

}  // namespace raycloth
