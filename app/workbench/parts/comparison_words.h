// What is not the same of A and B, in words. Knows neither the window nor the panels.
#pragma once

#include <string>
#include <vector>

#include "app/run/live/frame.h"

namespace raycloth {

struct ComparedSetting {
  std::string name;  // "inversion", "half thickness of flag"
  std::string a, b;  // with units
};

/// Settings, then materials, then the device; a property that is changed alike on several objects is told once. Nothing
/// where there is no B.
std::vector<ComparedSetting> compared_settings(const Frame& frame);

}  // namespace raycloth
