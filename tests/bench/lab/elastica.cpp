#include <cmath>

#include "lab/bending.h"

namespace raycloth::lab {
namespace {

struct Shape {
  double angle_at_clamp, drop;
};

/// theta'' = -load s cos(theta), s from the free tip (so that s is the part of the weight that hangs below), theta from
/// the horizontal, theta'(0) = 0; fourth order Runge-Kutta from the tip to the clamp at s = 1.
Shape shoot(double load, double tip_angle) {
  constexpr int kSteps = 400;
  constexpr double h = 1.0 / kSteps;
  double theta = tip_angle, slope = 0, drop = 0;
  const auto bend = [load](double s, double angle) { return -load * s * std::cos(angle); };
  for (int i = 0; i < kSteps && theta >= 0; ++i) {  // below 0 it is another branch: the tip angle was too small
    const double s = i * h;
    const double a1 = bend(s, theta), t2 = theta + h / 2 * slope, p2 = slope + h / 2 * a1;
    const double a2 = bend(s + h / 2, t2), t3 = theta + h / 2 * p2, p3 = slope + h / 2 * a2;
    const double a3 = bend(s + h / 2, t3), t4 = theta + h * p3, p4 = slope + h * a3;
    const double a4 = bend(s + h, t4);
    drop += h / 6 * (std::sin(theta) + 2 * std::sin(t2) + 2 * std::sin(t3) + std::sin(t4));
    theta += h / 6 * (slope + 2 * p2 + 2 * p3 + p4);
    slope += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {theta, drop};
}

}  // namespace

double elastica_drop(double load) {
  double low = 0, high = std::acos(0.0);
  for (int i = 0; i < 50; ++i) (shoot(load, (low + high) / 2).angle_at_clamp < 0 ? low : high) = (low + high) / 2;
  return shoot(load, low).drop;
}

}  // namespace raycloth::lab
