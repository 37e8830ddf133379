// The stages a step is timed by. Plain names, for every folder.
#pragma once

namespace raycloth {

enum class Stage : int { predict, broad_phase, refit, trace, classify, solve, finish, count };
inline constexpr const char* kStageNames[] = {"predict",  "broad_phase", "refit", "trace",
                                              "classify", "solve",       "finish"};

}  // namespace raycloth
