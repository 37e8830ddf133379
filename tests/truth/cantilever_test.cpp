// Clamped strips under their own weight against the elastica: the tip, and the bending stiffness that the mesh acts
// with.
#include "tests/truth/elastica.h"
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr double kLength = 0.125;  // m, from the second pinned row to the tip
constexpr double kRegular = 0.03, kIrregular = 0.1;

struct Cantilever {
  Strip strip;
  double gamma;
  double stiffness = 1e-4;  // N m; the areal density goes with it, or gravity would be out of range
  double friction = 0;      // N, of its yarns: a tenth of that, in N m, is part of the stiffness until they slip
  bool stiff = false;       // ten times as stiff for its mass, damped as fabric is, its curvature of patches of 8 mm
};

Strip clamped_strip(int cells, Pattern pattern = Pattern::alternating, Cut cut = Cut::warp, int across = 6) {
  const double edge = kLength / cells;
  return {kLength + edge, across * edge, {cells + 1, across}, pattern, cut};
}

/// m^4/s^2, B / rho: of a stiff fabric, or of a limp one where the load is high, so that gravity is less than the
/// earth's.
double stiffness_per_mass(const Cantilever& c) { return c.stiff ? 5e-3 : c.gamma > 10 ? 1e-5 : 5e-4; }
double gravity_of(const Cantilever& c) { return c.gamma * stiffness_per_mass(c) / (kLength * kLength * kLength); }

/// At rest after this: the slowest swing, of the strip's first bending mode and of a stiff one that hangs, is damped
/// critically for twelve of its radians, which leaves (1 + 12) e^-12 = 8e-5 of the way. Damping of all velocities
/// leaves the static solution as it is.
std::unique_ptr<Simulation> rested(const Cantilever& c) {
  SceneObject cloth = cloth_of(make_strip(c.strip), fabric(c.stiffness / stiffness_per_mass(c)));
  set_bending(cloth.material, c.stiffness - 0.1 * c.friction);
  cloth.material.bend_friction = static_cast<float>(c.friction);
  if (c.stiff) cloth.material.bend_damping = Material().bend_damping;
  pin_between(cloth, -0.5 * c.strip.edge(), 1.5 * c.strip.edge());
  const double bending = 3.516 * std::sqrt(stiffness_per_mass(c)) / (kLength * kLength);
  const double swing = std::sqrt(bending * bending + 1.5 * gravity_of(c) / kLength);
  Settings settings = vacuum(gravity_of(c));
  settings.damping = static_cast<float>(2 * swing);
  auto simulation = simulate({cloth}, settings);
  run(*simulation, static_cast<int>(std::ceil(12 / swing / settings.time_step)));
  return simulation;
}

/// The exact strip is clamped at the second pinned row: of the fabric there only the half beyond it can bend, and the
/// model gives that curvature no more area. A chain of links and hinges, the first of half a link, solves the elastica
/// to the second order; its B errs by at most 0.7 (a / l)^2, l = (B / rho g)^(1/3). A plate in triangles may err by as
/// much again, and by 3 % of B on a regular mesh, 10 % on others, on which no energy of second derivatives is
/// consistent (Grinspun, Gingold, Reisman, Zorin 2006, "Computing discrete shape operators on general meshes"): 3 % of
/// the bending length.
double tolerance_of(const Cantilever& c) {
  const bool regular = c.strip.pattern == Pattern::one_way || c.strip.pattern == Pattern::alternating;
  const double edge = c.stiff ? 1.0 / 16 : c.strip.edge() / kLength;
  return (regular ? kRegular : kIrregular) + 2 * edge * edge * std::pow(c.gamma, 2.0 / 3);
}

std::string name_of(const Cantilever& c) {
  char text[200];
  std::snprintf(text, sizeof text, "cantilever, Gamma %g, B %g, edge %.1f mm, %s, %s%s", c.gamma, c.stiffness,
                1000 * c.strip.edge(), kPatternNames[static_cast<int>(c.strip.pattern)],
                kCutNames[static_cast<int>(c.strip.cut)], c.friction > 0 ? ", half of it friction" : "");
  return text;
}

/// B is that of the elastica whose tip stands in the same direction from the clamp: the drop alone says little of B
/// where the strip hangs.
void expect_like_elastica(const Cantilever& c) {
  const double tolerance = tolerance_of(c);
  auto simulation = rested(c);
  const glm::dvec3 tip = row_at(*simulation, c.strip.length) - glm::dvec3(c.strip.edge(), 0, 0);
  expect_accurate(name_of(c) + ": B / given B", 1, c.gamma / gamma_of(-tip.y / tip.x), tolerance);
  const Tip exact = solve_elastica(c.gamma), softer = solve_elastica(c.gamma / (1 - tolerance));
  const double give = 0.01 * kLength;  // strips that stretch by more would not be called inextensible
  expect_accurate(name_of(c) + ": tip, m below", kLength * exact.drop, -tip.y,
                  kLength * (softer.drop - exact.drop) + give);
}

TEST(Elastica, OfSmallLoadsIsTheBeam) { EXPECT_NEAR(solve_elastica(0.01).drop, 0.01 / 8, 1e-8); }

/// Runge and Kutta's fourth order, and further digits than any row asks for.
TEST(Elastica, ConvergesWithItsSteps) {
  for (const double gamma : {10.0, 300.0}) {
    const double fine = solve_elastica(gamma, 3200).along;
    const double once = solve_elastica(gamma, 50).along - fine, twice = solve_elastica(gamma, 100).along - fine;
    EXPECT_NEAR(once / twice, 16, 2) << gamma;
    EXPECT_NEAR(solve_elastica(gamma).along, fine, 1e-7) << gamma;
  }
}

/// Peirce 1930, "The handle of cloth as a measurable quantity": Gamma = 8 tan(phi) / cos(phi / 2) for a tip phi below
/// the level, which he found good for angles up to 45 degrees.
TEST(Elastica, IsPeircesCantilever) {
  for (const double gamma : {0.5, 2.0, 5.0}) {
    const Tip tip = solve_elastica(gamma);
    const double phi = std::atan2(tip.drop, tip.along);
    EXPECT_NEAR(8 * std::tan(phi) / std::cos(phi / 2), gamma, 0.05 * gamma);
  }
}

/// A chain of links and hinges, clamped half a link early, solved link by link: another way to the same shape.
TEST(Elastica, IsWhatAChainOfHingesTendsTo) {
  constexpr int kLinks = 400;
  constexpr double kGamma = 30, kLink = 1.0 / kLinks;
  const auto hang = [&](double from_plumb) {
    double theta = std::acos(0.0) - from_plumb, weight = 0, moment = 0;
    Tip tip;
    for (int i = kLinks; i > 0; --i) {
      tip.along += std::cos(theta) * kLink;
      tip.drop += std::sin(theta) * kLink;
      weight += kGamma * kLink * (i == kLinks ? 0.5 : 1);
      moment += weight * kLink * std::cos(theta);
      theta -= moment * kLink;
    }
    tip.slope = theta;
    return tip;
  };
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) (hang(0.5 * (low + high)).slope > 0 ? low : high) = 0.5 * (low + high);
  const double whole = 1 + 0.5 * kLink;
  EXPECT_NEAR(hang(low).drop, whole * solve_elastica(kGamma * whole * whole * whole).drop, 1e-4);
}

TEST(Cantilever, OnRegularMeshesOf16MillimetresIsTheElastica) {
  for (const double gamma : {1.0, 10.0}) expect_like_elastica({clamped_strip(8), gamma});
}

TEST(Cantilever, OnRegularMeshesOf8MillimetresIsTheElastica) {
  for (const double gamma : {1.0, 10.0, 100.0, 300.0}) expect_like_elastica({clamped_strip(16), gamma});
}

TEST(Cantilever, OnRegularMeshesOf4MillimetresIsTheElastica) {
  for (const double gamma : {1.0, 10.0, 100.0, 300.0}) expect_like_elastica({clamped_strip(32), gamma});
}

/// On edges of 2 mm an explicit force would take more than 200 products in a substep.
TEST(Cantilever, StiffOnFineMeshesIsTheElastica) {
  for (const int cells : {16, 32, 64})
    for (const double gamma : {1.0, 10.0}) expect_like_elastica({clamped_strip(cells), gamma, 1e-3, 0, true});
}

/// Wide, or next to irregular edges all would be border.
TEST(Cantilever, StiffOnFineMeshesOfEveryKindIsTheElastica) {
  const auto strip = [](Pattern pattern, Cut cut) { return clamped_strip(64, pattern, cut, 24); };
  for (const Pattern pattern : {Pattern::one_way, Pattern::jittered, Pattern::delaunay, Pattern::half_fine})
    expect_like_elastica({strip(pattern, Cut::warp), 10, 1e-3, 0, true});
  for (const Cut cut : {Cut::bias, Cut::weft})
    expect_like_elastica({strip(Pattern::alternating, cut), 10, 1e-3, 0, true});
  expect_like_elastica({strip(Pattern::alternating, Cut::warp), 1, 1e-3, 5e-3, true});
}

TEST(Cantilever, WithDiagonalsInOneDirectionIsTheElastica) {
  for (const double gamma : {1.0, 100.0}) expect_like_elastica({clamped_strip(16, Pattern::one_way), gamma});
}

TEST(Cantilever, OnIrregularMeshesIsTheElastica) {
  for (const Pattern pattern : {Pattern::jittered, Pattern::delaunay, Pattern::half_fine})
    for (const double gamma : {1.0, 100.0}) expect_like_elastica({clamped_strip(16, pattern), gamma});
}

TEST(Cantilever, CutOnTheBiasOrAlongTheWeftIsTheElastica) {
  for (const Cut cut : {Cut::bias, Cut::weft})
    for (const double gamma : {1.0, 100.0}) expect_like_elastica({clamped_strip(16, Pattern::alternating, cut), gamma});
}

TEST(Cantilever, OfAnyStiffnessIsTheElastica) {
  for (const double stiffness : {1e-6, 1e-5, 1e-3}) expect_like_elastica({clamped_strip(16), 10, stiffness});
}

/// Yarns that do not slip add to the stiffness: here the strip is bent by 4 / m at most, and they slip from 10 / m on.
TEST(Cantilever, WhoseYarnsDoNotSlipIsAsStiffAsBoth) {
  for (const Pattern pattern : {Pattern::alternating, Pattern::delaunay})
    expect_like_elastica({clamped_strip(16, pattern), 1, 1e-4, 5e-4});
}

}  // namespace
}  // namespace raycloth::truth
