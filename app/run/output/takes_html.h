// Takes as a page that any browser shows and that needs no other file: their tree with pictures, names and notes, what
// differs between their settings, timings of the stages, crossings. What a researcher sends to a colleague.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/run/past/take_facts.h"

namespace raycloth {

inline constexpr int kCountsOfTake = 9;  // states of a take whose crossings are counted for a report

struct TakesReport {
  std::string scene, description, file, device, build;
  int vertices = 0, triangles = 0;
  double budget_ms = 0;  // a line in the plots; 0: none
  std::vector<TakeFacts> takes;
  std::map<int, std::string> pictures;  // PNG files, by the takes' numbers
};

/// Without takes and pictures.
TakesReport about_takes(const Scene& scene, const Simulation& simulation);

std::string takes_html(const TakesReport& report);

}  // namespace raycloth
