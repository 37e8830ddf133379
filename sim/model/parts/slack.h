// What passes leave of a tension: the Slack of sim/model/fabric.h.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Of what each constraint by itself would leave, the part that passes leave: those around it help. Of the triangles:
/// the strips of tests/truth/membrane_test.cpp without levels left 0.79 to 0.91. Of a level: it has two passes.
inline constexpr double kLeftByTriangles = 0.85, kLeftByLevel = kLeftByTriangles / 2;

/// Per vertex, 1/m^2: of the triangles around it, the area times half the trace of how their strains yield to stress,
/// which at each corner is the square of the gradient times the inverse mass. `inverse_masses` for 1 kg/m^2.
std::vector<double> slack_of_triangles(const Model& model, const std::vector<float>& inverse_masses);

}  // namespace raycloth
