// Strips that hang by one end and are pulled by their own weight, along the warp, the weft and the bias, on meshes of
// every kind: they lengthen by force over stiffness.
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

struct Fabric {
  const char* name;
  double warp, weft, shear;  // N/m
  /// Force per width and strain along the strip. On the bias, stress s along x is s / 2 in both threads and s / 2 in
  /// shear; both threads lengthen by s / (2 K) and the shear is s / (2 G), and x sees half of each:
  /// 1 / K = (1 / Kw + 1 / Kf) / 4 + 1 / (4 G).
  double along(Cut cut) const {
    if (cut == Cut::bias) return 4 / (1 / warp + 1 / weft + 1 / shear);
    return cut == Cut::warp ? warp : weft;
  }
};

// The soft one moves by much more than positions are rounded, and today's solver comes to rest on it; the firm one is a
// shirt's (Kawabata's shear rigidities are of the order of 1 N/m per degree, 57 per radian).
constexpr Fabric kSoft{"soft", 200, 100, 20}, kFirm{"firm", 4000, 2000, 60};
constexpr double kDensity = 0.2;

struct Pulled {
  double from, strain;  // m, where the gauge begins; of what lies between there and the free end
};

/// The gauge begins with the vertices within half an edge of x0: irregular meshes have no row there.
Pulled pull(const Fabric& f, const Strip& strip, double x0, double gravity) {
  SceneObject object = cloth_of(make_strip(strip), fabric(kDensity));
  set_membrane(object.material, f.warp, f.weft, f.shear);
  object.material.stretch_damping = 0;
  pin_between(object, -0.001, 0.001);
  Settings settings = vacuum(0);
  settings.gravity = Vec3(static_cast<float>(gravity), 0, 0);
  settings.damping = 20;
  auto simulation = simulate({object}, settings);
  const auto in_gauge = [&](Vec3 rest) { return std::abs(rest.x - x0) < 0.5 * strip.edge(); };
  const double from = mean_where(*simulation, in_gauge).x;
  run(*simulation, 90);  // the slowest swing, of the soft bias, has 95 rad/s; within 1.5 s it is damped by e^-15
  const double length = row_at(*simulation, strip.length).x - mean_where(*simulation, in_gauge).x;
  return {from, length / (strip.length - from) - 1};
}

/// Half the weight below x0 pulls there on the mean, rho g (L - x0) / 2; gravity is such that this makes 0.5 %, or as
/// strong as may be. From a third of the strip, one and a half widths, to its end: what the clamp does, which keeps a
/// biased strip wide, dies out before (Saint-Venant). Linear finite elements on these very meshes, measured in this
/// way, come within 0.7 % of the formula. What is more than linear in the strain errs by 1.5 of 0.5 %. Twice both.
void expect_stretch(const Fabric& f, Cut cut, Pattern pattern) {
  const Strip strip{0.225, 0.05, {36, 8}, pattern, cut};
  const double x0 = 12 * strip.edge(), pull_at_x0 = kDensity * 0.5 * (strip.length - x0);  // per gravity
  const double gravity = std::min(100.0, 0.005 * f.along(cut) / pull_at_x0);
  const Pulled pulled = pull(f, strip, x0, gravity);
  const double exact = kDensity * gravity * 0.5 * (strip.length - pulled.from) / f.along(cut);
  const std::string name = std::string("membrane, ") + f.name + ", " + kCutNames[static_cast<int>(cut)] + ", " +
                           kPatternNames[static_cast<int>(pattern)] + ": strain / (T / K w)";
  // One pass a substep gives way under such loads, ten times the weight; the coarse levels hold what it leaves, but
  // next to a free end, past the last centre, they cannot, and on the bias their springs along the threads help those
  // across.
  expect_missed(name, 1, pulled.strain / exact, 0.03, f.warp < 1000 ? 0.45 : 2.5);
}

constexpr Pattern kPatterns[] = {Pattern::one_way, Pattern::alternating, Pattern::jittered, Pattern::delaunay,
                                 Pattern::half_fine};

TEST(Membrane, SoftAlongTheWarpGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kSoft, Cut::warp, pattern);
}

TEST(Membrane, SoftAlongTheWeftGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kSoft, Cut::weft, pattern);
}

TEST(Membrane, SoftOnTheBiasGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kSoft, Cut::bias, pattern);
}

TEST(Membrane, FirmAlongTheWarpGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kFirm, Cut::warp, pattern);
}

TEST(Membrane, FirmAlongTheWeftGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kFirm, Cut::weft, pattern);
}

TEST(Membrane, FirmOnTheBiasGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_stretch(kFirm, Cut::bias, pattern);
}

}  // namespace
}  // namespace raycloth::truth
