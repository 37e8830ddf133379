// Where each widget lies in the window, by name, in a file: how tests find what they click. Knows nothing of what the
// widgets are for.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "device/math.h"

namespace raycloth {

class WidgetMap {
 public:
  explicit WidgetMap(std::filesystem::path file) : file_(std::move(file)) {}

  /// Left, upper edge, width, height, in pixels. Of several of one name in a frame the first counts.
  void add(const std::string& name, Vec4 place) { places_.try_emplace(name, place); }
  /// Ends a frame: the file, as a whole, says {"name": [left, top, width, height], ...} of it.
  void write();

 private:
  std::filesystem::path file_;
  std::map<std::string, Vec4> places_;
  std::string written_;
};

}  // namespace raycloth
