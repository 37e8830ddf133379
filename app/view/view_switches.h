// What is shown or not, as a list: so that all of it can be kept, and chosen by words. Knows no file.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>

#include "app/view/marks/lines.h"

namespace raycloth {

struct ViewSwitch {
  const char* name;  // in files
  bool ViewOptions::*option;
  const char* word = name;  // of the command line; nullptr: it has an option of its own there
};
inline constexpr ViewSwitch kViewSwitches[] = {
    {"wireframe", &ViewOptions::wireframe},
    {"normals", &ViewOptions::normals},
    {"rays", &ViewOptions::rays},
    {"contacts", &ViewOptions::contacts},
    {"pins", &ViewOptions::pins},
    {"crossings", &ViewOptions::crossings},
    {"net", &ViewOptions::net},
    {"wind", &ViewOptions::wind},
    {"scale_bar", &ViewOptions::scale_bar, "scale"},
    {"boxes", &ViewOptions::boxes, nullptr},
};

/// In that order.
using ViewSwitches = std::array<bool, std::size(kViewSwitches)>;

inline ViewSwitches switches_of(const ViewOptions& view) {
  ViewSwitches switches{};
  for (size_t i = 0; i < switches.size(); ++i) switches[i] = view.*kViewSwitches[i].option;
  return switches;
}

/// Until a user chooses otherwise.
inline ViewOptions usual_view() {
  ViewOptions view;
  view.scale_bar = true;
  return view;
}

inline void put(const ViewSwitches& switches, ViewOptions& view) {
  for (size_t i = 0; i < switches.size(); ++i) view.*kViewSwitches[i].option = switches[i];
}

}  // namespace raycloth
