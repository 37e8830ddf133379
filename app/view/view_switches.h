// What is shown or not, as a list: so that all of it can be kept. Knows no file.
#pragma once

#include <array>
#include <utility>

#include "app/view/lines.h"

namespace raycloth {

/// By the names that files have for them.
inline constexpr std::pair<const char*, bool ViewOptions::*> kViewSwitches[] = {
    {"wireframe", &ViewOptions::wireframe}, {"normals", &ViewOptions::normals},     {"rays", &ViewOptions::rays},
    {"contacts", &ViewOptions::contacts},   {"crossings", &ViewOptions::crossings}, {"net", &ViewOptions::net},
    {"boxes", &ViewOptions::boxes},         {"pins", &ViewOptions::pins},           {"wind", &ViewOptions::wind},
    {"scale_bar", &ViewOptions::scale_bar},
};

/// In that order.
using ViewSwitches = std::array<bool, std::size(kViewSwitches)>;

inline ViewSwitches switches_of(const ViewOptions& view) {
  ViewSwitches switches{};
  for (size_t i = 0; i < switches.size(); ++i) switches[i] = view.*kViewSwitches[i].second;
  return switches;
}

/// Until a user chooses otherwise.
inline ViewOptions usual_view() {
  ViewOptions view;
  view.scale_bar = true;
  return view;
}

inline void put(const ViewSwitches& switches, ViewOptions& view) {
  for (size_t i = 0; i < switches.size(); ++i) view.*kViewSwitches[i].second = switches[i];
}

}  // namespace raycloth
