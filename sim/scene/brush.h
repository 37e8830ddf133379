// Thickness painted on a surface: a round brush that draws factors of the half thickness towards one of its own. Knows
// no mouse.
#pragma once

#include <span>
#include <vector>

#include "sim/scene/scene.h"

namespace raycloth {

/// Factors that a thickness map may have.
inline constexpr float kThinnestFactor = 0.05f, kThickestFactor = 20;

struct Brush {
  float radius = 0.05f;   // m
  float factor = 2;       // of the half thickness, that is painted
  float strength = 0.5f;  // part of the way to it in the brush's middle, per dab; none at its rim
};

/// One dab at `at`: `factors`, one for each position, are drawn towards the brush's.
void dab(std::span<float> factors, std::span<const Vec3> positions, Vec3 at, const Brush& brush);

/// Of a map per vertex of the mesh, one per vertex of the file it comes from: as scene files have it. A map of ones is
/// none.
std::vector<float> factors_of_file(const Mesh& mesh, std::span<const float> factors);

}  // namespace raycloth
