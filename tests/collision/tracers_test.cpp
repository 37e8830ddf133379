// The ray tracers and their hierarchy: held against each other, against the same test in long double, and
// against what a box must hold.
#include <gtest/gtest.h>

#include "collision/rays/intersect.h"
#include "collision/rays/tracers.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;
using Real3 = glm::vec<3, long double>;

// ---- a line and a triangle

bool intersect_line(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b, Vec3 c, cpu::LineHit& hit) {
  return cpu::intersect(cpu::line_through(origin, direction), a, b, c, hit);
}

struct ExactHit {
  long double u, v, w, t;  // w = 1 - u - v
};

/// By solving origin + t direction = u a + v b + (1 - u - v) c with Cramer's rule, another way than the
/// tracers.
ExactHit solve(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b, Vec3 c) {
  const Real3 o(origin), d(direction), e1 = Real3(a) - Real3(c), e2 = Real3(b) - Real3(c), s = o - Real3(c);
  const Real3 p = glm::cross(d, e2), q = glm::cross(s, e1);
  const long double det = glm::dot(e1, p);
  const long double u = glm::dot(s, p) / det, v = glm::dot(d, q) / det;
  return {u, v, 1 - u - v, glm::dot(e2, q) / det};
}

Vec3 random_point(std::mt19937& random, float size) {
  std::uniform_real_distribution<float> at(-size, size);
  const float x = at(random), y = at(random), z = at(random);
  return {x, y, z};
}

TEST(IntersectLine, AgreesWithLongDoubleAwayFromBorders) {
  std::mt19937 random(1);
  int hits = 0, misses = 0;
  for (int i = 0; i < 200000; ++i) {
    const Vec3 a = random_point(random, 1), b = random_point(random, 1), c = random_point(random, 1);
    const Vec3 origin = random_point(random, 1), direction = glm::normalize(random_point(random, 1));
    const ExactHit exact = solve(origin, direction, a, b, c);
    const long double margin = std::min({exact.u, exact.v, exact.w});
    const Vec3 normal = glm::cross(b - a, c - a);
    if (std::fabs(margin) < 1e-3L || std::fabs(glm::dot(normal, direction)) < 1e-2f) continue;  // nearly a border
    cpu::LineHit hit;
    const bool met = intersect_line(origin, direction, a, b, c, hit);
    ASSERT_EQ(met, margin > 0) << i;
    if (!met) {
      ++misses;
      continue;
    }
    ++hits;
    EXPECT_NEAR(hit.u, static_cast<double>(exact.u), 2e-4);
    EXPECT_NEAR(hit.v, static_cast<double>(exact.v), 2e-4);
    EXPECT_NEAR(hit.t, static_cast<double>(exact.t), 5e-4);
  }
  EXPECT_GT(hits, 10000);
  EXPECT_GT(misses, 10000);
}

TEST(IntersectLine, MeetsTrianglesFromBothSidesAndBehindTheOrigin) {
  const Vec3 a(0, 0, 0), b(0, 0, 1), c(1, 0, 0);
  cpu::LineHit hit;
  ASSERT_TRUE(intersect_line({0.25f, 2, 0.25f}, {0, -1, 0}, a, b, c, hit));
  EXPECT_FLOAT_EQ(hit.t, 2);
  EXPECT_FLOAT_EQ(hit.u, 0.5f);
  EXPECT_FLOAT_EQ(hit.v, 0.25f);
  ASSERT_TRUE(intersect_line({0.25f, 2, 0.25f}, {0, 1, 0}, a, b, c, hit));
  EXPECT_FLOAT_EQ(hit.t, -2);
  ASSERT_TRUE(intersect_line({0.25f, -2, 0.25f}, {0, 1, 0}, a, c, b, hit));
  EXPECT_FLOAT_EQ(hit.t, 2);
}

TEST(IntersectLine, LinesInThePlaneAndTrianglesWithoutAreaAreMissed) {
  cpu::LineHit hit;
  EXPECT_FALSE(intersect_line({-1, 0, 0.25f}, {1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}, hit));
  EXPECT_FALSE(intersect_line({0.5f, 1, 0.5f}, {0, -1, 0}, {0, 0, 0}, {0.5f, 0, 0.5f}, {1, 0, 1}, hit));
  EXPECT_FALSE(intersect_line({0.5f, 1, 0.5f}, {0, -1, 0}, {0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, {0.5f, 0, 0.5f}, hit));
}

/// Lines aimed at points of a fan's inner edges and at its hub: rounding may put them on either side of an
/// edge, but never between two triangles.
TEST(IntersectLine, NothingSlipsThroughSharedEdgesAndVertices) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> part(0, 1);
  for (int i = 0; i < 20000; ++i) {
    const int corners = 3 + i % 6;
    const Vec3 offset = random_point(random, 10);
    std::vector<Vec3> rim;
    for (int k = 0; k < corners; ++k) {
      const float angle = 6.2831853f * (static_cast<float>(k) + 0.3f * part(random)) / static_cast<float>(corners);
      rim.push_back(offset + Vec3(std::cos(angle), 0.3f * part(random), std::sin(angle)));
    }
    const Vec3 hub = offset + Vec3(0.1f * part(random), 0.1f * part(random), 0.1f * part(random));
    const float along = i % 3 == 0 ? 0 : 0.9f * part(random);  // every third at the hub itself
    const Vec3 target = hub + (rim[i % corners] - hub) * along;
    const Vec3 origin = offset + Vec3(0.3f * part(random), 3, 0.3f * part(random));
    const Vec3 direction = glm::normalize(target - origin);
    int met = 0;
    for (int k = 0; k < corners; ++k) {
      cpu::LineHit hit;
      if (intersect_line(origin, direction, hub, rim[(k + 1) % corners], rim[k], hit)) ++met;
    }
    ASSERT_GE(met, 1) << i;
  }
}

// ---- against brute force, with a past

/// Where a point of a cloth is at a look, from where it is at the first.
using Path = Vec3 (*)(int look, int object, Vec3 at);

/// What every one of several detections finds while the cloth moves in between: only from the second on can `automatic`
/// and `iterative` look back.
struct Course {
  std::vector<std::vector<ContactView>> contacts;
  long long skipped = 0, tests_at_last = 0;  // rays not cast; triangles tested by the last detection
};
constexpr int kLooks = 8;

Course followed(const std::vector<SceneObject>& objects, Settings settings, RayTracer tracer, Path path) {
  settings.rigid_tracer = settings.deformable_tracer = tracer;
  settings.count_work = true;
  const auto simulation = simulate(objects, settings);
  const Model& model = simulation->model();
  const std::vector<Vec4> velocities = copy_of(simulation->velocities());
  Course course;
  for (int look = 0; look < kLooks; ++look) {
    std::vector<Vec4> positions = model.positions;
    for (size_t v = 0; v < positions.size(); ++v) {
      const int object = model.vertex_object[v];
      const bool moves = model.objects[object].kind == ObjectKind::cloth;
      if (moves) positions[v] = Vec4(path(look, object, Vec3(positions[v])), positions[v].w);
    }
    if (look > 0) simulation->move_to(positions, velocities);
    simulation->detect_only();
    course.contacts.push_back(simulation->contacts());
    course.skipped += simulation->counters().of("rays_skipped");
    course.tests_at_last = simulation->counters().of("triangle_tests");
  }
  return course;
}

/// A tenth of a millimetre and a thousandth of a turn at a time, every object another way; before the sixth look it
/// jumps, which no bound outlives.
Vec3 drift(int look, int object, Vec3 at) {
  const float way = static_cast<float>(look) * 1e-4f, jump = look > 5 ? 4e-3f : 0;
  const Vec3 shift = object % 2 == 0 ? Vec3(1, 0.3f, 0) : Vec3(-0.2f, -1, 0.5f);
  return at + way * shift + jump * Vec3(shift.y, shift.z, shift.x) + 2 * way * glm::cross(shift, at);
}

/// All together, so that every ray goes on hitting what it hit.
Vec3 as_one(int look, int, Vec3 at) { return at + static_cast<float>(look) * Vec3(0.001f, 0.002f, -0.0005f); }

Vec3 stay(int, int, Vec3 at) { return at; }

/// The second object 3 mm at a time: over a triangle in four looks.
Vec3 slide(int look, int object, Vec3 at) {
  return at + (object == 1 ? static_cast<float>(look) * Vec3(0.003f, 0, 0.001f) : Vec3(0));
}

void expect_the_same(const Course& found, const Course& wanted, const char* tracer) {
  for (int look = 0; look < kLooks; ++look) {
    EXPECT_EQ(differing(found.contacts[look], wanted.contacts[look]), 0u) << tracer << ", look " << look;
  }
}

struct Agreed {
  size_t contacts;    // at the first look
  long long skipped;  // rays that `automatic` did not cast
};

Agreed expect_the_same(const std::vector<SceneObject>& objects, const Settings& settings = vertex_contacts()) {
  const Course wanted = followed(objects, settings, RayTracer::brute_force, drift);
  expect_the_same(followed(objects, settings, RayTracer::bvh, drift), wanted, "bvh");
  const Course automatic = followed(objects, settings, RayTracer::automatic, drift);
  expect_the_same(automatic, wanted, "auto");
  EXPECT_EQ(wanted.skipped, 0);
  return {wanted.contacts[0].size(), automatic.skipped};
}

/// Walks end where they begin while hits stay what they are; that they are taken shows in the triangles tested.
void expect_the_same_by_walks(const std::vector<SceneObject>& objects, Path path) {
  const Settings settings = vertex_contacts();
  const Course walked = followed(objects, settings, RayTracer::iterative, path);
  expect_the_same(walked, followed(objects, settings, RayTracer::brute_force, path), "iterative");
  EXPECT_GT(walked.contacts[kLooks - 1].size(), 100u);
  EXPECT_LT(walked.tests_at_last, followed(objects, settings, RayTracer::bvh, path).tests_at_last);
}

TEST(Tracers, AgreeOnCrumpledSheets) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Mesh sheet = crumple(make_sheet({0.3f, 0.3f}, {13, 11}), 0.04f, seed);
    const Mesh other = crumple(tilt(make_sheet({0.3f, 0.2f}, {9, 8}), 0.7f), 0.02f, seed + 100);
    const Agreed agreed = expect_the_same({cloth(sheet), cloth(other)});
    EXPECT_GT(agreed.contacts, 100u);
    EXPECT_GT(agreed.skipped, 0);
    expect_the_same_by_walks({cloth(sheet), cloth(other)}, as_one);
  }
}

TEST(Tracers, AgreeOnTurnedSolidsShellsAndSeveralSheets) {
  const Agreed agreed = expect_the_same(crowd());
  EXPECT_GT(agreed.contacts, 200u);
  EXPECT_GT(agreed.skipped, 0);
  expect_the_same_by_walks(crowd(), stay);
}

TEST(Tracers, AgreeWhereWalksLeadFromTriangleToTriangle) {
  const Mesh wide = crumple(make_sheet({0.3f, 0.3f}, {25, 24}), 0.0005f, 1);
  const Mesh small = crumple(move(make_sheet({0.1f, 0.1f}, {9, 8}), {0, 0.012f, 0}), 0.0005f, 2);
  expect_the_same_by_walks({cloth(wide, 0.001f), cloth(small, 0.001f)}, slide);
}

TEST(Tracers, AgreeOnTheTiesOfAlignedGrids) {
  // Every ray meets an edge or a vertex of the other sheet: six triangles at the same length.
  const Mesh sheet = make_sheet({1, 1}, {8, 8});
  const std::vector<SceneObject> pair{cloth(sheet), cloth(move(sheet, {0, 0.005f, 0}))};
  EXPECT_EQ(expect_the_same(pair).contacts, 2u * 81u);
  expect_the_same_by_walks(pair, stay);
}

TEST(Tracers, AgreeOnTinyAndDegenerateMeshes) {
  const float huge = 0.2f, tiny = 1e-5f;
  Mesh odd = mesh_of(
      {{0, 0, 0}, {huge, 0, 0}, {0, 0, huge}, {huge / 2, 0, 0}, {0, 0, 0}, {tiny, 0.003f, 0}, {0, 0.003f, tiny}},
      {{0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {4, 5, 6}, {5, 5, 6}});
  const Mesh above = crumple(move(make_sheet({0.3f, 0.3f}, {6, 6}), {0.1f, 0.004f, 0.1f}), 0.002f, 5);
  EXPECT_GT(expect_the_same({cloth(odd), cloth(above)}).contacts, 0u);
  EXPECT_GT(expect_the_same({shell(odd), cloth(above)}).contacts, 0u);
}

TEST(Tracers, AgreeOnASingleTriangle) {
  EXPECT_EQ(expect_the_same({cloth(level_triangle(0.1f, 0)), cloth(level_triangle(0.01f, 0.005f))}).contacts, 3u);
}

TEST(Tracers, AgreeOnFastSheetsWithEdges) {
  std::vector<SceneObject> objects;
  for (unsigned i = 0; i < 2; ++i) {
    objects.push_back(cloth(crumple(make_sheet({0.3f, 0.3f}, {9, 9}), 0.03f, i)));
  }
  std::vector<std::vector<ContactView>> found;
  for (const RayTracer tracer : {RayTracer::brute_force, RayTracer::bvh}) {
    Settings settings = empty_space();
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    auto simulation = simulate(objects, settings);
    throw_object(*simulation, 0, {3, -8, 1});
    simulation->detect_only();
    found.push_back(simulation->contacts());
  }
  ASSERT_GT(found[0].size(), 100u);
  ASSERT_EQ(found[0].size(), found[1].size());
  for (size_t i = 0; i < found[0].size(); ++i) EXPECT_TRUE(same_contact(found[0][i], found[1][i])) << i;
}

using cpu::Box;
using cpu::Box8;
using cpu::Bundle;
using cpu::VertexRays;

/// Rays of eight vertices about `middle`, the first along axes.
void fill(std::mt19937& random, Vec3 middle, VertexRays (&rays)[8]) {
  std::uniform_real_distribution<float> any(-1, 1);
  for (int i = 0; i < 8; ++i) {
    Vec3 direction(any(random), any(random), any(random));
    if (i < 3) direction = Vec3(0), direction[i] = i == 1 ? -1.0f : 1.0f;
    const Vec3 origin = middle + 0.02f * Vec3(any(random), any(random), any(random));
    rays[i] = {i, origin, glm::normalize(direction), 0.01f + 0.01f * any(random), 0.02f + 0.01f * any(random)};
  }
}

/// How far the stretches of a line between the sides of a box are apart; negative where they overlap.
double gap_between_sides(const VertexRays& rays, const Box& box) {
  double enter = -rays.inward, leave = rays.outward, beside = -1e9;
  for (int k = 0; k < 3; ++k) {
    const double o = rays.origin[k], d = rays.direction[k];
    if (d == 0) {
      beside = std::max({beside, box.min[k] - o, o - box.max[k]});
      continue;
    }
    const double a = (box.min[k] - o) / d, b = (box.max[k] - o) / d;
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  }
  return std::max(enter - leave, beside);
}

TEST(Bundle, NoBoxThatARayComesThroughIsLostNearOrFarFromTheOrigin) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> any(0, 1);
  int rejected = 0, asked = 0;
  for (const float far : {0.0f, 1.0f, 30.0f}) {
    for (int round = 0; round < 3000; ++round) {
      VertexRays rays[8];
      fill(random, far * Vec3(1, -0.7f, 0.3f), rays);
      const int count = 1 + round % 8, through = round % count;
      const float at = any(random) * (rays[through].outward + rays[through].inward) - rays[through].inward;
      const Vec3 point = rays[through].origin + rays[through].direction * at;
      const float size = round % 3 == 0 ? 0 : 0.01f;  // also boxes that are no more than the point
      const Vec3 low = point - size * Vec3(any(random), any(random), any(random));
      const Vec3 high = point + size * Vec3(any(random), any(random), any(random));
      Box8 boxes;
      for (int lane = 0; lane < 8; ++lane) boxes.set(lane, lane == 3 ? cpu::around(low, high) : cpu::empty_box());
      const Bundle<8> bundle(rays, count);
      const unsigned met = bundle.through(boxes, 3);
      ASSERT_TRUE(met >> through & 1) << far << " m away, " << rays[through].direction.x;
      ASSERT_EQ(met >> count, 0u) << "rays that are not there";
      ASSERT_TRUE(bundle(boxes) >> 3 & 1);
      for (int i = 0; i < count; ++i) {
        if (gap_between_sides(rays[i], cpu::around(low, high)) < 1e-4) continue;
        ++asked;
        rejected += !(met >> i & 1);
      }
    }
  }
  EXPECT_GT(asked, 10000);
  EXPECT_GT(rejected, 0.999 * asked) << "boxes grow by rounding alone";
}

TEST(Tracers, TheHierarchyLooksAtFewTriangles) {
  Settings settings = vertex_contacts();
  settings.count_work = true;
  const Mesh sheet = make_sheet({1, 1}, {40, 40});
  const std::vector<SceneObject> objects{cloth(sheet), cloth(move(sheet, {0.003f, 0.01f, 0.002f}))};
  long long tests[2];
  for (const RayTracer tracer : {RayTracer::brute_force, RayTracer::bvh}) {
    settings.deformable_tracer = tracer;
    auto simulation = simulate(objects, settings);
    simulation->step();
    tests[tracer == RayTracer::bvh] = simulation->counters().of("triangle_tests");
  }
  EXPECT_GT(tests[1], 0);
  EXPECT_LT(tests[1] * 20, tests[0]);
}

// ---- the hierarchy

struct Bounded {
  Vec3 min, max;
};

bool holds(const Bounded& outer, const Bounded& inner) {
  return glm::all(glm::lessThanEqual(outer.min, inner.min)) && glm::all(glm::lessThanEqual(inner.max, outer.max));
}

std::vector<Bounded> level_of(Simulation& simulation, int object, int level) {
  const std::vector<Vec3> corners = simulation.hierarchy_boxes(object, level);
  std::vector<Bounded> boxes;
  for (size_t i = 0; i < corners.size(); i += 2) boxes.push_back({corners[i], corners[i + 1]});
  return boxes;
}

/// Box i of a level is one of the eight children of box i / 8 of the level above; the last are those of
/// eight triangles each.
void expect_sound_hierarchy(Simulation& simulation, int object) {
  std::vector<std::vector<Bounded>> levels;
  for (int level = 0; !simulation.hierarchy_boxes(object, level).empty(); ++level) {
    levels.push_back(level_of(simulation, object, level));
  }
  ASSERT_EQ(levels.at(0).size(), 1u);
  for (size_t level = 1; level < levels.size(); ++level) {
    for (size_t i = 0; i < levels[level].size(); ++i) {
      EXPECT_TRUE(holds(levels[level - 1].at(i / 8), levels[level][i])) << level << " " << i;
    }
  }
  const Range triangles = simulation.model().objects[object].triangles;
  ASSERT_EQ(levels.back().size(), static_cast<size_t>((triangles.size() + 7) / 8));
  for (int i = 0; i < triangles.size(); ++i) {
    const Int3 t = simulation.model().triangles[triangles.begin + i];
    for (int k = 0; k < 3; ++k) {
      const Vec3 p(simulation.positions()[t[k]]);
      EXPECT_TRUE(holds(levels.back()[i / 8], {p, p})) << i;
    }
  }
}

TEST(Hierarchy, HoldsItsTrianglesAndEveryNodeItsChildren) {
  for (const Int2 cells : {Int2(1, 1), Int2(3, 1), Int2(7, 9), Int2(16, 16)}) {
    auto simulation = simulate({cloth(crumple(make_sheet({1, 1}, cells), 0.1f, 7)),
                                solid(box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}))},
                               Settings());
    simulation->detect_only();
    expect_sound_hierarchy(*simulation, 0);
    expect_sound_hierarchy(*simulation, 1);
  }
}

/// Every entry that a box meets, in order, and no other: of 1 entry, of as many as fill a level, and of one more.
TEST(Hierarchy, LeadsToTheEntriesThatABoxMeets) {
  std::mt19937 random(9);
  for (const int entries : {1, 8, 9, 64, 65, 513, 5000}) {
    cpu::CollisionObject object{};
    object.triangles = 8 * entries;
    std::vector<cpu::CollisionObject> objects{object};
    const int count = cpu::lay_out_trees(objects);
    const cpu::Tree& tree = objects[0].packs;
    std::vector<Box> boxes;
    for (int i = 0; i < entries; ++i) {
      const Vec3 corner = random_point(random, 1);
      boxes.push_back(cpu::around(corner, corner + random_point(random, 0.1f)));
    }
    Box8 empty;
    for (int lane = 0; lane < 8; ++lane) empty.set(lane, cpu::empty_box());
    std::vector<Box8> nodes(count, empty);
    for (int i = 0; i < entries; ++i) nodes[tree.level_first[tree.levels - 1] + i / 8].set(i % 8, boxes[i]);
    for (int level = tree.levels - 2; level >= 0; --level) {
      for (int node = tree.level_first[level + 1];
           node < (level + 2 < tree.levels ? tree.level_first[level + 2] : count); ++node) {
        const int at = node - tree.level_first[level + 1];
        nodes[tree.level_first[level] + at / 8].set(at % 8, cpu::hull(nodes[node]));
      }
    }
    for (int round = 0; round < 20; ++round) {
      const Vec3 corner = random_point(random, 1);
      const Box asked = cpu::around(corner, corner + random_point(random, 0.3f));
      std::vector<int> wanted, found;
      for (int i = 0; i < entries; ++i) {
        if (overlaps(boxes[i], asked)) wanted.push_back(i);
      }
      const auto meets = [&](const Box8& children) { return overlaps(children, asked); };
      const int looked_at = visit_nodes(nodes.data(), tree, meets, [&](const Box8& children, int first) {
        for (int lane = 0; lane < 8; ++lane) {
          if (meets(children) >> lane & 1) found.push_back(first + lane);
        }
        return true;
      });
      ASSERT_EQ(found, wanted) << entries;
      ASSERT_LE(looked_at, count);
    }
  }
}

TEST(Hierarchy, FollowsWhatMoves) {
  auto simulation = simulate({cloth(make_sheet({1, 1}, {9, 7}))}, vertex_contacts());
  std::vector<Vec4> positions = copy_of(simulation->positions());
  std::mt19937 random(8);
  for (Vec4& p : positions) p = Vec4(random_point(random, 5), p.w);
  simulation->set_state(positions, copy_of(simulation->velocities()));
  simulation->detect_only();
  expect_sound_hierarchy(*simulation, 0);
}

}  // namespace
}  // namespace raycloth
