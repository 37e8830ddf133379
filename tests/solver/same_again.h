// What holds of every step, whatever is done in it: it is told as it was, and the same for all threads and from any
// snapshot.
#pragma once

#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth::scenes {

/// All frames, or, `again`, once more from where it is now.
inline void run_on(Simulation& simulation, int frames, bool again) {
  const Snapshot now = simulation.save();
  run(simulation, frames);
  if (!again) return;
  simulation.restore(now);
  run(simulation, frames);
}

/// `hash_of`(threads, again).
template <class HashOf>
void expect_one_hash(HashOf hash_of) {
  const uint64_t wanted = hash_of(1, false);
  EXPECT_EQ(hash_of(2, false), wanted);
  EXPECT_EQ(hash_of(4, false), wanted);
  EXPECT_EQ(hash_of(2, true), wanted);
}

/// Vertices are told to have been moved by the last step, and in sum nothing was.
inline void expect_opposite_moves(Simulation& simulation, Vec3 VertexInspection::* told) {
  glm::dvec3 sum(0);
  double moved = 0;
  for (int v = 0; v < static_cast<int>(simulation.positions().size()); ++v) {
    const glm::dvec3 by(simulation.inspect(v).value().*told);
    sum += by / double(simulation.positions()[v].w);
    moved += glm::length(by) / double(simulation.positions()[v].w);
  }
  EXPECT_GT(moved, 1e-6);  // kg m
  EXPECT_LT(glm::length(sum), 1e-4 * moved);
}

}  // namespace raycloth::scenes
