// Two sheets that begin through each other.
#pragma once

#include "tests/collision/scenes.h"
#include "tests/sim/sheets.h"

namespace raycloth::scenes {

/// A narrow sheet that goes through the middle of a wide one, which lies at y = 0; nearer to its lower end, along a
/// line of 0.1 m.
inline std::unique_ptr<Simulation> strip_through_sheet(const Settings& settings, int threads = 1) {
  Mesh strip = sheets::jittered_sheet({0.3f, 0.1f}, {15, 5}, 0.2f, 3);
  for (Vec3& p : strip.positions) p = Vec3(0.1f * p.x, p.x + 0.08f, p.z);
  return simulate({cloth(sheets::jittered_sheet({0.3f, 0.3f}, {14, 14}, 0.2f, 4)), cloth(std::move(strip))}, settings,
                  threads);
}

}  // namespace raycloth::scenes
