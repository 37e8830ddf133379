// A hanging sheet is the same whatever the mesh and the time step, and hardly stretched.
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

struct Hung {
  double lowest, strain;  // m; at 99 % of the edges
};

/// A square of 0.4 m let go level, held by two corners 90 % of its side apart: it swings down and folds between them.
/// All else is the program's, air and damping apart, with which it comes to rest within 4 s.
Hung hang(int cells, double time_step) {
  SceneObject sheet = cloth_of(make_sheet({0.4f, 0.4f}, {cells, cells}), Material());
  sheet.material.half_thickness = 0.0001f;
  sheet.pins.nearest = {{-0.2f, 0, -0.2f}, {0.2f, 0, -0.2f}};
  Settings settings = vacuum();
  settings.time_step = static_cast<float>(time_step);
  settings.damping = 4;
  auto simulation = simulate({sheet}, settings);
  run(*simulation, static_cast<int>(std::lround(4 / time_step)));
  double lowest = 0;
  for (const Vec4& p : simulation->positions()) lowest = std::min<double>(lowest, p.y);
  return {lowest, strain(*simulation, 0.99)};
}

void expect_hung(const std::string& name, const Hung& found) {
  // The weight of the sheet, 0.3 N, hangs from two points; on the mean the strain is 1e-4, and a vertex next to a pin
  // takes half of the weight in the few edges of one of 50 cells: below 2 %, which no eye sees.
  expect_at_most("hanging sheet, " + name + ": strain at 99 % of the edges", 0.02, found.strain);
}

/// Pinned by its upper corners, a square that does not stretch hangs as a plane whose upper edge is straight: its
/// lowest point is one side below the pins.
TEST(Resolution, DoesNotChangeHowASheetHangs) {
  for (const int cells : {12, 24, 48}) {
    const Hung found = hang(cells, 1.0 / 60);
    const std::string name = std::to_string(cells) + " cells a side, 1/60 s";
    expect_accurate("hanging sheet, " + name + ": lowest point, m", -0.4, found.lowest, 0.005);
    expect_hung(name, found);
  }
}

TEST(Resolution, OfTimeDoesNotChangeHowASheetHangs) {
  for (const int rate : {30, 120, 240}) {
    const Hung found = hang(24, 1.0 / rate);
    const std::string name = "24 cells a side, 1/" + std::to_string(rate) + " s";
    expect_accurate("hanging sheet, " + name + ": lowest point, m", -0.4, found.lowest, 0.005);
    expect_hung(name, found);
  }
}

}  // namespace
}  // namespace raycloth::truth
