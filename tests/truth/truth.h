// What the truth tests share: materials by their stiffness, scenes without anything but fabric, rest, and the line
// that docs/accuracy.md is made of.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <string>

#include "tests/collision/scenes.h"
#include "tests/truth/strip.h"

namespace raycloth::truth {

using namespace scenes;

constexpr double kPi = 3.14159265358979323846, kG = 9.81;  // m/s^2

/// Membrane stiffness: N/m, force per width and strain along the threads; N/m, shear force per width and radian. The
/// one place that knows how a Material says so. An edge has a stiffness today, whatever it stands for: in a square
/// cell of side a, two edges along the threads, shared, carry E a / a = E; the diagonal, of length a sqrt 2, whose
/// ends part by a gamma / sqrt 2, gives a shear force of k gamma / 2 per a.
inline void set_membrane(Material& material, double warp, double weft, double shear) {
  material.warp_stiffness = static_cast<float>(warp);
  material.weft_stiffness = static_cast<float>(weft);
  material.shear_stiffness = static_cast<float>(shear);
}

inline void set_bending(Material& material, double stiffness) {
  material.bend_stiffness = static_cast<float>(stiffness);
}

/// Fabric that hardly stretches and does not resist bending, thin enough that creases do not matter.
inline Material fabric(double areal_density = 0.2) {
  Material material;
  material.half_thickness = 0.0001f;
  material.areal_density = static_cast<float>(areal_density);
  set_membrane(material, 1e4, 1e4, 1e4);
  set_bending(material, 0);
  return material;
}

/// Fabric alone: no air, no damping, no contacts. Gravity is `acceleration` along -y.
inline Settings vacuum(double acceleration = kG) {
  Settings settings = empty_space();
  settings.gravity = Vec3(0, -acceleration, 0);
  settings.speed_limit = 1000;
  settings.detections = 1;
  settings.handler = HandlerKind::none;
  settings.self_collision = false;
  return settings;
}

inline SceneObject cloth_of(Mesh mesh, const Material& material) {
  SceneObject object = cloth(std::move(mesh));
  object.material = material;
  return object;
}

/// Pins everything from x0 to x1.
inline void pin_between(SceneObject& object, double x0, double x1) {
  object.pins.boxes.push_back({Vec3(x0, -100, -100), Vec3(x1, 100, 100)});
}

inline glm::dvec3 point(const Vec4& v) { return glm::dvec3(v); }

/// Mean of those of the mesh's positions at which `chosen` holds.
inline glm::dvec3 mean_where(Simulation& simulation, const std::function<bool(Vec3 rest)>& chosen) {
  glm::dvec3 sum(0);
  int count = 0;
  for (size_t v = 0; v < simulation.positions().size(); ++v) {
    if (!chosen(Vec3(simulation.model().positions[v]))) continue;
    sum += point(simulation.positions()[v]);
    ++count;
  }
  return sum / static_cast<double>(count);
}

/// Of the row of vertices that lay at x.
inline glm::dvec3 row_at(Simulation& simulation, double x) {
  return mean_where(simulation, [x](Vec3 rest) { return std::abs(rest.x - x) < 1e-5; });
}

/// Lays what lies flat around a cylinder, at rest.
inline void bend_to(Simulation& simulation, double curvature) {
  std::vector<Vec4> positions(simulation.positions().begin(), simulation.positions().end());
  for (size_t v = 0; v < positions.size(); ++v) {
    const Vec4 flat = simulation.model().positions[v];
    const double angle = curvature * flat.x;
    positions[v] = Vec4(std::sin(angle) / curvature, (1 - std::cos(angle)) / curvature, flat.z, positions[v].w);
  }
  simulation.set_state(positions, std::vector<Vec4>(positions.size()));
}

inline double fastest(Simulation& simulation) {
  double speed = 0;
  for (const Vec4& v : simulation.velocities()) speed = std::max(speed, glm::length(point(v)));
  return speed;
}

/// Until nothing moves by more than `speed`, in m/s; false where it still does after `frames`.
inline bool come_to_rest(Simulation& simulation, double speed, int frames) {
  for (int i = 0; i < frames; ++i) {
    simulation.step();
    if (i > 10 && fastest(simulation) < speed) return true;
  }
  return false;
}

/// Prints the row and expects it to hold. `tolerance` is of `exact`'s unit.
inline void expect_accurate(const std::string& name, double exact, double measured, double tolerance) {
  std::printf("accuracy: %s exact %.6g measured %.6g tolerance %.3g\n", name.c_str(), exact, measured, tolerance);
  std::fflush(stdout);
  EXPECT_NEAR(measured, exact, tolerance) << name;
}

/// A row that the solver misses, and says so: it must not get worse than `worst`, and when it holds, it should say
/// that.
inline void expect_missed(const std::string& name, double exact, double measured, double tolerance, double worst) {
  std::printf("accuracy: %s exact %.6g measured %.6g tolerance %.3g\n", name.c_str(), exact, measured, tolerance);
  std::fflush(stdout);
  EXPECT_NEAR(measured, exact, worst) << name;
  if (std::abs(measured - exact) <= tolerance) std::printf("%s: holds now, expect it to\n", name.c_str());
}

/// For what must not be exceeded.
inline void expect_at_most(const std::string& name, double most, double measured) {
  std::printf("accuracy: %s exact 0 measured %.6g tolerance %.3g\n", name.c_str(), measured, most);
  std::fflush(stdout);
  EXPECT_LE(measured, most) << name;
}

}  // namespace raycloth::truth
