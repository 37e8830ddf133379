// How long the parts of a step took. Plain data, for every folder.
#pragma once

#include <string_view>
#include <vector>

namespace raycloth {

/// A part of a step, named by who runs it.
struct StageTime {
  const char* name;  // static text
  float milliseconds;
};

/// Adds to the stage of that name, or a new one at the end.
inline void add_stage_time(std::vector<StageTime>& stages, const char* name, float milliseconds) {
  for (StageTime& stage : stages) {
    if (std::string_view(stage.name) == name) {
      stage.milliseconds += milliseconds;
      return;
    }
  }
  stages.push_back({name, milliseconds});
}

/// Of the stage of that name; 0 where there is none.
inline float stage_time(const std::vector<StageTime>& stages, std::string_view name) {
  for (const StageTime& stage : stages) {
    if (stage.name == name) return stage.milliseconds;
  }
  return 0;
}

}  // namespace raycloth
