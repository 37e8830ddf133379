// Where each widget lies in the window, by name, in a file: how tests find what they click. Knows nothing of what the
// widgets are for.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "device/math.h"

namespace raycloth {

class WidgetMap {
 public:
  explicit WidgetMap(std::filesystem::path file) : file_(std::move(file)) {}

  /// Left, upper edge, width, height, in pixels, of what is seen of it. `id`: Dear ImGui's, 0 of what is only looked
  /// at; `window`: that it is in; `cut`: a part of it is hidden at its left or right.
  struct Widget {
    std::string name;
    Vec4 place;
    unsigned id = 0;
    std::string window{};
    bool cut = false;
  };
  void add(Widget widget) { widgets_.push_back(std::move(widget)); }
  /// Ends a frame: the file, as a whole, says {"name": [left, top, width, height], ...} of it; of several of one name
  /// the first counts.
  void write();
  /// Likewise, without a file: all of the frame, in their order.
  std::vector<Widget> take() { return std::exchange(widgets_, {}); }

 private:
  std::filesystem::path file_;
  std::vector<Widget> widgets_;
  std::string written_;
};

}  // namespace raycloth
