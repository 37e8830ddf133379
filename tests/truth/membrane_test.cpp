// Strips that hang by one end and are pulled by their own weight, along the warp, the weft and the bias, on meshes of
// every kind: they lengthen by force over stiffness.
#include <string>

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
constexpr Fabric kSoft{"soft", 200, 100, 20}, kMedium{"medium", 1000, 500, 50}, kFirm{"firm", 4000, 2000, 60};
constexpr double kDensity = 0.2;

struct Pulled {
  double from, strain;  // m, where the gauge begins; of what lies between there and the free end
  double trembling;     // m, by which its free end goes to and fro in the next ten steps
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
  glm::dvec3 low = row_at(*simulation, strip.length), high = low;
  for (int frame = 0; frame < 10; ++frame) {
    run(*simulation, 1);
    const glm::dvec3 end = row_at(*simulation, strip.length);
    low = glm::min(low, end), high = glm::max(high, end);
  }
  return {from, length / (strip.length - from) - 1, glm::distance(low, high)};
}

/// Half the weight below x0 pulls there on the mean, rho g (L - x0) / 2; gravity is such that this makes 0.5 %, or as
/// strong as may be. From a third of the strip, one and a half widths, to its end: what the clamp does, which keeps a
/// biased strip wide, dies out before (Saint-Venant). Linear finite elements on these very meshes, measured in this
/// way, come within 0.7 % of the formula. What is more than linear in the strain errs by 1.5 of 0.5 %. Twice both.
void expect_stretch(const Fabric& f, const Strip& strip, const std::string& what) {
  const Cut cut = strip.cut;
  const double x0 = strip.cells.x / 3 * strip.edge(), pull_at_x0 = kDensity * 0.5 * (strip.length - x0);  // per gravity
  const double gravity = std::min(100.0, 0.005 * f.along(cut) / pull_at_x0);
  const Pulled pulled = pull(f, strip, x0, gravity);
  const double exact = kDensity * gravity * 0.5 * (strip.length - pulled.from) / f.along(cut);
  const std::string name = "membrane, " + what + f.name + ", " + kCutNames[static_cast<int>(cut)] + ", " +
                           kPatternNames[static_cast<int>(strip.pattern)] + ": strain / (T / K w)";
  // One pass a substep gives way under such loads, ten times the weight. The coarse levels hold what it leaves, by what
  // it is thought to leave: right to a fifth for a soft fabric that is narrow. Of a wide one, whose patches lie side by
  // side, many triangles hold what is pulled between their sides as a tension field does, by less. Where the coarsest
  // patches are as wide as the strip they are a chain, and a firm one, which is all theirs, is as they are.
  const double known = f.warp > 1000 ? 2.5 : strip.pattern == Pattern::half_fine || strip.width > 0.1 ? 0.45 : 0.25;
  expect_missed(name, 1, pulled.strain / exact, 0.03, known);
  EXPECT_LT(pulled.trembling, 2e-3) << name;  // 4 mm and more where the tensions of triangles are found by iteration
}

void expect_narrow_stretch(const Fabric& f, Cut cut, Pattern pattern) {
  expect_stretch(f, {0.225, 0.05, {36, 8}, pattern, cut}, "");
}

constexpr Pattern kPatterns[] = {Pattern::one_way, Pattern::alternating, Pattern::jittered, Pattern::delaunay,
                                 Pattern::half_fine};

TEST(Membrane, SoftAlongTheWarpGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kSoft, Cut::warp, pattern);
}

TEST(Membrane, SoftAlongTheWeftGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kSoft, Cut::weft, pattern);
}

TEST(Membrane, SoftOnTheBiasGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kSoft, Cut::bias, pattern);
}

TEST(Membrane, FirmAlongTheWarpGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kFirm, Cut::warp, pattern);
}

TEST(Membrane, FirmAlongTheWeftGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kFirm, Cut::weft, pattern);
}

TEST(Membrane, FirmOnTheBiasGivesByItsStiffness) {
  for (const Pattern pattern : kPatterns) expect_narrow_stretch(kFirm, Cut::bias, pattern);
}

/// With patches side by side, and edges of 6 and 8 mm.
TEST(Membrane, WideStripsGiveByTheirStiffness) {
  for (const Fabric& f : {kSoft, kMedium})
    for (const Cut cut : {Cut::warp, Cut::weft, Cut::bias})
      for (const Pattern pattern : {Pattern::alternating, Pattern::delaunay}) {
        expect_stretch(f, {0.3, 0.15, {36, 18}, pattern, cut}, "15 cm wide, ");
        expect_stretch(f, {0.4, 0.2, {64, 32}, pattern, cut}, "20 cm wide, ");
      }
}

}  // namespace
}  // namespace raycloth::truth
