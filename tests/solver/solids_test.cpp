// Solids that meet solids while both move: they are found, kept apart, and take nothing from nowhere.
#include <gtest/gtest.h>

#include "tests/solver/bodies.h"

namespace raycloth {
namespace {

using namespace scenes;

struct Blow {
  const char* label;
  Mesh mesh;   // about the origin
  float size;  // m along x
  double densities[2];
  glm::dvec3 velocities[2];
  Vec3 aside;  // m: where the second stands off the line of the blow
};

void PrintTo(const Blow& blow, std::ostream* out) { *out << blow.label; }

class Blows : public testing::TestWithParam<Blow> {
 protected:
  std::unique_ptr<Simulation> simulation() const {
    const Blow& blow = GetParam();
    std::vector<SceneObject> bodies;
    for (int i = 0; i < 2; ++i) {
      const Vec3 place = i == 0 ? Vec3(0) : Vec3(blow.size + 0.02f, 0, 0) + blow.aside;
      bodies.push_back(body(MotionKind::rigid, move(blow.mesh, place), blow.velocities[i]));
      bodies.back().name = i == 0 ? "left" : "right";
      bodies.back().material.density = static_cast<float>(blow.densities[i]);
    }
    return simulate(bodies, empty_space());
  }
};

Mesh small_ball() {
  Mesh ball = shipped_mesh("ball", 1);
  Vec3 low(1e9f), high(-1e9f);
  for (const Vec3& p : ball.positions) low = glm::min(low, p), high = glm::max(high, p);
  for (Vec3& p : ball.positions) p = (p - 0.5f * (low + high)) * (0.2f / (high.x - low.x));
  return ball;
}

INSTANTIATE_TEST_SUITE_P(
    Solids, Blows,
    testing::Values(
        Blow{"BoxesHeadOn", fine_box(Vec3(-0.1f), Vec3(0.1f), 4), 0.2f, {300, 300}, {{1, 0, 0}, {-1, 0, 0}}, Vec3(0)},
        Blow{"BoxAgainstAHeavyOne",
             fine_box(Vec3(-0.1f), Vec3(0.1f), 4),
             0.2f,
             {200, 2000},
             {{2, 0, 0}, {0, 0, 0}},
             Vec3(0)},
        Blow{"BoxesThatMeetByHalf",
             fine_box(Vec3(-0.1f), Vec3(0.1f), 4),
             0.2f,
             {300, 300},
             {{1, 0, 0}, {-1, 0, 0}},
             Vec3(0, 0.09f, 0.013f)},
        Blow{"BallsHeadOn", small_ball(), 0.2f, {300, 300}, {{1, 0, 0}, {-1, 0, 0}}, Vec3(0)},
        Blow{"BallsThatMeetAslant",
             small_ball(),
             0.2f,
             {300, 600},
             {{1.5, 0, 0}, {-0.5, 0, 0}},
             Vec3(-0.03f, 0.07f, 0)}),
    [](const auto& test) { return test.param.label; });

/// How deep vertices of one body are in the other, in m. Both are convex: a point is as deep as below the plane that is
/// nearest.
double depth(Simulation& simulation, int into, int of) {
  const Model& model = simulation.model();
  const auto x = simulation.positions();
  std::vector<glm::dvec4> planes;
  const Range triangles = model.objects[into].triangles, vertices = model.objects[of].vertices;
  for (int t = triangles.begin; t < triangles.end; ++t) {
    const Int3 corners = model.triangles[t];
    const glm::dvec3 a(x[corners.x]), b(x[corners.y]), c(x[corners.z]);
    const glm::dvec3 n = glm::normalize(glm::cross(b - a, c - a));
    planes.emplace_back(n, glm::dot(n, a));
  }
  double deepest = 0;
  for (int v = vertices.begin; v < vertices.end; ++v) {
    double least = 1;
    for (const glm::dvec4& plane : planes)
      if ((least = std::min(least, plane.w - glm::dot(glm::dvec3(plane), glm::dvec3(x[v])))) <= deepest) break;
    deepest = std::max(deepest, least);
  }
  return deepest;
}

TEST_P(Blows, AreFoundKeepThemApartAndKeepMomenta) {
  auto simulation = this->simulation();
  const BodyMotion before[] = {rigid_motion(*simulation, 0), rigid_motion(*simulation, 1)};
  const glm::dvec3 momentum = before[0].momentum + before[1].momentum, angular = before[0].angular + before[1].angular;
  const double kinetic = before[0].kinetic + before[1].kinetic;
  const double moved = glm::length(before[0].momentum) + glm::length(before[1].momentum);
  bool of_left = false, of_right = false;
  for (int frame = 0; frame < 40; ++frame) {
    simulation->step();
    for (const ContactView& contact : simulation->contacts()) {
      const int source = simulation->model().vertex_object[contact.vertex];
      ASSERT_NE(source, simulation->model().triangle_object[contact.triangle]);
      (source == 0 ? of_left : of_right) = true;
    }
    const BodyMotion a = rigid_motion(*simulation, 0), b = rigid_motion(*simulation, 1);
    EXPECT_LT(glm::length(a.momentum + b.momentum - momentum), 2e-4 * moved) << frame;
    // What slides is braked at two points that are up to a millimetre apart.
    EXPECT_LT(glm::length(a.angular + b.angular - angular), 1e-3 * moved) << frame;
    EXPECT_LT(a.kinetic + b.kinetic, 1.001 * kinetic) << frame;
    EXPECT_LT(std::max(depth(*simulation, 0, 1), depth(*simulation, 1, 0)), 1e-3) << frame;
  }
  EXPECT_TRUE(of_left && of_right);
  const BodyMotion a = rigid_motion(*simulation, 0), b = rigid_motion(*simulation, 1);
  const glm::dvec3 apart = b.centre - a.centre;
  EXPECT_GE(glm::dot(b.velocity - a.velocity, apart), -1e-3 * glm::length(apart));  // they no longer approach
  EXPECT_GT(glm::length(a.velocity - before[0].velocity), 0.1);
}

}  // namespace
}  // namespace raycloth
