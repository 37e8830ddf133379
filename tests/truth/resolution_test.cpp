// A hanging sheet is the same whatever the mesh and the time step, and hardly stretched.
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr double kSide = 0.4;  // m

struct Hung {
  double lowest, strain;  // m; at 99 % of the edges
};

Hung look_at(Simulation& simulation) {
  double lowest = 0;
  for (const Vec4& p : simulation.positions()) lowest = std::min<double>(lowest, p.y);
  return {lowest, strain(simulation, 0.99)};
}

/// The program's own cloth, but thin, and `bending` N m where it is given.
SceneObject sheet_of(int cells, double bending = 0) {
  SceneObject sheet = cloth_of(make_sheet(Vec2(kSide), {cells, cells}), Material());
  sheet.material.half_thickness = 0.0001f;
  if (bending > 0) set_bending(sheet.material, bending);
  const float half = 0.5f * kSide;
  sheet.pins.nearest = {{-half, 0, -half}, {half, 0, -half}};
  return sheet;
}

Settings calming(double time_step) {
  Settings settings = vacuum();
  settings.time_step = static_cast<float>(time_step);
  settings.damping = 4;  // its slowest swing has 6 rad/s
  return settings;
}

/// Let go level: it swings down about two corners and comes to rest as a plane.
Hung hang_down(int cells, double time_step) {
  auto simulation = simulate({sheet_of(cells)}, calming(time_step));
  run(*simulation, static_cast<int>(std::lround(5 / time_step)));
  return look_at(*simulation);
}

/// Corners at 0.85 of the side: the sheet, at first on half a turn of a wave, hangs in one fold whose edge sags. Stiff
/// enough, B = 5e-4 N m, that it bends over (B / rho g)^(1/3) = 63 mm, two edges of the coarsest mesh.
Hung hang_folded(int cells, double time_step) {
  auto simulation = simulate({sheet_of(cells, 5e-4)}, calming(time_step));
  std::vector<Vec4> positions = simulation->model().positions;
  for (Vec4& p : positions) {
    const double across = p.x * 0.85, down = p.z + 0.5 * kSide;
    p = Vec4(across, -down, 0.15 * std::cos(kPi * p.x / kSide), p.w);
  }
  simulation->set_state(positions, std::vector<Vec4>(positions.size(), Vec4(0)));
  run(*simulation, static_cast<int>(std::lround(5 / time_step)));
  return look_at(*simulation);
}

struct Case {
  int cells, rate;
};
constexpr Case kCases[] = {{12, 60}, {24, 60}, {48, 60}, {24, 30}, {24, 120}, {24, 240}};

std::string name_of(const char* what, const Case& c) {
  return std::string(what) + ", " + std::to_string(c.cells) + " cells a side, 1/" + std::to_string(c.rate) + " s";
}

/// The sheet weighs 0.3 N. Next to a pin half of that is in the few edges of one cell, of which the finest is 8 mm
/// wide: 2e-4 of strain at 1e5 N/m. 2 % is a hundred times that, and what no eye sees. 5 mm are 1 / 80 of the side; a
/// strain of 2 % all over would be 8 mm.
constexpr double kStrain = 0.02, kDrop = 0.005;

/// A square that does not stretch hangs as a plane, its lowest point one side below the pins.
TEST(Resolution, DoesNotChangeASheetThatHangsByItsCorners) {
  for (const Case& c : kCases) {
    const Hung found = hang_down(c.cells, 1.0 / c.rate);
    expect_accurate(name_of("hanging sheet", c) + ": lowest point, m", -kSide, found.lowest, kDrop);
    expect_at_most(name_of("hanging sheet", c) + ": strain at 99 % of the edges", kStrain, found.strain);
  }
}

/// No closed form: that all are the same is the test.
TEST(Resolution, DoesNotChangeASheetThatHangsInAFold) {
  double lowest = 0, highest = -1;
  for (const Case& c : kCases) {
    const Hung found = hang_folded(c.cells, 1.0 / c.rate);
    lowest = std::min(lowest, found.lowest);
    highest = std::max(highest, found.lowest);
    expect_at_most(name_of("folded sheet", c) + ": strain at 99 % of the edges", kStrain, found.strain);
  }
  expect_at_most("folded sheet, all of these: lowest points apart, m", kDrop, highest - lowest);
}

}  // namespace
}  // namespace raycloth::truth
