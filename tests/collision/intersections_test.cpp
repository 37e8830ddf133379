// The referee of all collision tests, held against itself written another way: on small integer coordinates
// every determinant fits 64 bits, and the pair is found by solving for the common point in exact rational
// numbers.
#include "collision/referee/intersections.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

#include "collision/referee/edge_triangle.h"
#include "collision/referee/exact_predicates.h"

namespace raycloth {
namespace {

using Long3 = glm::i64vec3;

int64_t dot(Long3 a, Long3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Long3 cross(Long3 a, Long3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
int64_t det(Long3 a, Long3 b, Long3 c) { return dot(a, cross(b, c)); }
Long3 to_long(Vec3 v) { return Long3(v); }
int sign(int64_t value) { return (value > 0) - (value < 0); }

/// Rational interval [low, high] of a line's parameter, clipped by linear inequalities; integers throughout.
/// Whether some t in [0, 1] fulfils all alpha + t beta >= 0.
bool feasible(const std::vector<std::pair<int64_t, int64_t>>& inequalities) {
  __int128 low_n = 0, low_d = 1, high_n = 1, high_d = 1;
  for (const auto& [alpha, beta] : inequalities) {
    if (beta == 0 && alpha < 0) return false;
    if (beta > 0 && -alpha * low_d > low_n * beta) low_n = -alpha, low_d = beta;
    if (beta < 0 && alpha * high_d < high_n * -beta) high_n = alpha, high_d = -beta;
  }
  return low_n * high_d <= high_n * low_d;
}

/// Segment against triangle by barycentric inequalities along the segment: with n = (b - a) x (c - a), the
/// point x(t) = p + t (q - p) is in the triangle when n . (x - a) = 0 and the three sub-areas along n are not
/// negative.
bool meets_by_barycentrics(Long3 p, Long3 q, Long3 a, Long3 b, Long3 c) {
  const Long3 n = cross(b - a, c - a), d = q - p;
  const auto inequality = [&](Long3 from, Long3 to) {
    const Long3 side = to - from;
    return std::pair(dot(n, cross(side, p - from)), dot(n, cross(side, d)));
  };
  const int64_t height = dot(n, p - a), rise = dot(n, d);
  return feasible({inequality(a, b), inequality(b, c), inequality(c, a), {height, rise}, {-height, -rise}});
}

/// Two segments in space: some t in [0, 1] with p + t d on the segment ab.
bool segments_meet_exactly(Long3 p, Long3 q, Long3 a, Long3 b) {
  const Long3 d = q - p, s = b - a, offset = cross(p - a, s), turn = cross(d, s);
  std::vector<std::pair<int64_t, int64_t>> all = {{dot(p - a, s), dot(d, s)}, {dot(b - p, s), -dot(d, s)}};
  for (int axis = 0; axis < 3; ++axis) {
    all.emplace_back(offset[axis], turn[axis]);
    all.emplace_back(-offset[axis], -turn[axis]);
    if (s == Long3(0)) {  // a point: the cross products say nothing
      all.emplace_back((p - a)[axis], d[axis]);
      all.emplace_back((a - p)[axis], -d[axis]);
    }
  }
  return feasible(all);
}

bool oracle(Vec3 pf, Vec3 qf, Vec3 af, Vec3 bf, Vec3 cf) {
  const Long3 p = to_long(pf), q = to_long(qf), a = to_long(af), b = to_long(bf), c = to_long(cf);
  if (cross(b - a, c - a) != Long3(0)) return meets_by_barycentrics(p, q, a, b, c);
  return segments_meet_exactly(p, q, a, b) || segments_meet_exactly(p, q, b, c) || segments_meet_exactly(p, q, c, a);
}

class Lattice {
 public:
  Lattice(int seed, int reach) : random_(seed), coordinate_(-reach, reach) {}
  Vec3 point() {
    const int x = coordinate_(random_), y = coordinate_(random_), z = coordinate_(random_);
    return Vec3(x, y, z);
  }

 private:
  std::mt19937 random_;
  std::uniform_int_distribution<int> coordinate_;
};

// Coordinates of -1..1 make nearly every configuration degenerate, -100..100 hardly any.
TEST(EdgeTriangle, AgreesWithRationalArithmeticOnLattices) {
  for (int reach : {1, 2, 3, 8, 100}) {
    Lattice lattice(reach, reach);
    int meeting = 0;
    for (int i = 0; i < 40000; ++i) {
      const Vec3 p = lattice.point(), q = lattice.point(), a = lattice.point(), b = lattice.point(),
                 c = lattice.point();
      const bool expected = oracle(p, q, a, b, c);
      meeting += expected;
      ASSERT_EQ(exact::edge_meets_triangle(p, q, a, b, c), expected)
          << "reach " << reach << ": p " << p.x << ' ' << p.y << ' ' << p.z << ", q " << q.x << ' ' << q.y << ' ' << q.z
          << ", a " << a.x << ' ' << a.y << ' ' << a.z << ", b " << b.x << ' ' << b.y << ' ' << b.z << ", c " << c.x
          << ' ' << c.y << ' ' << c.z;
    }
    EXPECT_GT(meeting, 500) << "reach " << reach;
    EXPECT_LT(meeting, 35000) << "reach " << reach;
  }
}

// A flat configuration: everything in one plane that no axis is normal to.
TEST(EdgeTriangle, AgreesWithRationalArithmeticInATiltedPlane) {
  Lattice lattice(7, 3);
  const auto tilted = [&] {
    const Vec3 v = lattice.point();
    return Vec3(v.x, v.y, 2 * v.x - 3 * v.y);
  };
  for (int i = 0; i < 40000; ++i) {
    const Vec3 p = tilted(), q = tilted(), a = tilted(), b = tilted(), c = tilted();
    ASSERT_EQ(exact::edge_meets_triangle(p, q, a, b, c), oracle(p, q, a, b, c)) << i;
  }
}

TEST(ExactPredicates, Orient3dAgreesWithIntegers) {
  for (int reach : {2, 1000}) {
    Lattice lattice(reach, reach);
    for (int i = 0; i < 20000; ++i) {
      const Vec3 a = lattice.point(), b = lattice.point(), c = lattice.point(), d = lattice.point();
      const Long3 origin = to_long(a);
      ASSERT_EQ(exact::orient3d(a, b, c, d), sign(det(to_long(b) - origin, to_long(c) - origin, to_long(d) - origin)));
    }
  }
}

/// A float with up to 24 bits, as the integer it is times 2^-20.
float from_fixed(int value) { return std::ldexp(static_cast<float>(value), -20); }

// Points a few units in the last place off a common plane: most determinants are below what double resolves,
// and some are zero. 25-bit differences make 78-bit determinants, exact in 128.
TEST(ExactPredicates, Orient3dDecidesWhereDoubleCannot) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> wide(-(1 << 22), 1 << 22), nudge(-1, 1);
  using Wide3 = glm::vec<3, __int128>;
  int zeros = 0, undecided = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto point = [&] { return glm::ivec3(wide(random), wide(random), wide(random)); };
    const glm::ivec3 a = point(), b = point(), c = point();
    const glm::ivec3 d = a + b - c + glm::ivec3(nudge(random), nudge(random), nudge(random));
    const Wide3 u(b - a), v(c - a), w(d - a);
    const __int128 exact_value =
        u.x * (v.y * w.z - v.z * w.y) + u.y * (v.z * w.x - v.x * w.z) + u.z * (v.x * w.y - v.y * w.x);
    const int expected = (exact_value > 0) - (exact_value < 0);
    const auto as_float = [](glm::ivec3 p) { return Vec3(from_fixed(p.x), from_fixed(p.y), from_fixed(p.z)); };
    ASSERT_EQ(exact::orient3d(as_float(a), as_float(b), as_float(c), as_float(d)), expected) << i;
    zeros += expected == 0;
    undecided += exact_value < (__int128(1) << 20) && exact_value > -(__int128(1) << 20);
  }
  EXPECT_GT(zeros, 200);
  EXPECT_GT(undecided, 0);
}

// Sizes so far apart that no fixed number of bits holds all coordinates: d hangs 2^-140 above the plane z =
// 0.
TEST(ExactPredicates, Orient3dHoldsOverTheWholeRangeOfFloats) {
  // From far right to far left, then to the origin below that line: a left turn, so abc is seen
  // counter-clockwise from above.
  const Vec3 a(0x1p+60f, 1, 0), b(-0x1p+60f, 0x1.000002p+0f, 0), c(0x1p-60f, -0x1p-100f, 0);
  for (float height : {-0x1p-140f, 0.0f, 0x1p-140f}) {
    const int expected = (height > 0) - (height < 0);
    EXPECT_EQ(exact::orient3d(a, b, c, Vec3(3, 4, height)), expected);
  }
  // The same turned so that z = 0 is x + y = 1: d above by one bit of a number 2^47 below the largest
  // coordinate.
  const Vec3 e(0x1p+24f, 1 - 0x1p+24f, 0), f(1, 0, 0), g(1, 0, 1);
  for (float excess : {-0x1p-24f, 0.0f, 0x1p-24f}) {
    const int expected = (excess > 0) - (excess < 0);
    EXPECT_EQ(exact::orient3d(e, f, g, Vec3(0.5f, 0.5f + excess, 0.25f)),
              exact::orient3d(e, f, g, Vec3(1, 1, 0)) * expected);
  }
}

// On the line through a, the origin and -a, or a bit of the last place beside it: the determinant is 2 c x a,
// and with c = 2^-shift a + (0, offset) that is -2 offset a.x. Differences and products of these do not fit a
// double.
TEST(ExactPredicates, Orient2dDecidesWhereDoubleCannot) {
  std::mt19937 random(6);
  std::uniform_int_distribution<int> wide(1 << 22, (1 << 23) - 1), shift(24, 40), nudge(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const Vec2 a(wide(random), wide(random));
    const float scale = std::ldexp(1.0f, -shift(random));
    const int offset = nudge(random);  // in units of a's last place
    const Vec2 c(a.x * scale, (a.y + static_cast<float>(offset)) * scale);
    ASSERT_EQ(exact::orient2d(a, -a, c), -offset) << i;
  }
}

struct Surfaces {
  std::vector<Vec4> positions;
  std::vector<Int3> triangles;
  std::vector<int> objects;
  std::vector<uint8_t> is_cloth;

  std::vector<Crossing> find() const { return find_crossings(positions, triangles, objects, is_cloth); }
};

/// Adds a grid of cells x cells squares as a new object; `place` maps (column, row) to a point.
template <class Place>
void add_grid(Surfaces& surfaces, int cells, bool cloth, const Place& place) {
  const int first = static_cast<int>(surfaces.positions.size());
  const int object = static_cast<int>(surfaces.is_cloth.size());
  surfaces.is_cloth.push_back(cloth);
  for (int row = 0; row <= cells; ++row) {
    for (int column = 0; column <= cells; ++column) surfaces.positions.emplace_back(place(column, row), 1);
  }
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      const int a = first + row * (cells + 1) + column, b = a + 1, c = a + cells + 1, d = c + 1;
      surfaces.triangles.emplace_back(a, b, d);
      surfaces.triangles.emplace_back(a, d, c);
      surfaces.objects.insert(surfaces.objects.end(), 2, object);
    }
  }
}

using Key = std::tuple<int, int, int>;

std::vector<Key> keys(const std::vector<Crossing>& crossings) {
  std::vector<Key> all;
  for (const Crossing& c : crossings) all.emplace_back(c.edge.x, c.edge.y, c.triangle);
  return all;
}

/// Every edge against every triangle, by the rational oracle, with the rules of the header said again.
std::vector<Key> brute_force(const Surfaces& s) {
  std::vector<Key> all;
  for (size_t e = 0; e < s.triangles.size(); ++e) {
    for (int corner = 0; corner < 3; ++corner) {
      const int p = std::min(s.triangles[e][corner], s.triangles[e][(corner + 1) % 3]);
      const int q = std::max(s.triangles[e][corner], s.triangles[e][(corner + 1) % 3]);
      for (size_t t = 0; t < s.triangles.size(); ++t) {
        const Int3 v = s.triangles[t];
        if (!s.is_cloth[s.objects[e]] && !s.is_cloth[s.objects[t]]) continue;
        if (p == v.x || p == v.y || p == v.z || q == v.x || q == v.y || q == v.z) continue;
        if (oracle(s.positions[p], s.positions[q], s.positions[v.x], s.positions[v.y], s.positions[v.z])) {
          all.emplace_back(p, q, static_cast<int>(t));
        }
      }
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

TEST(FindCrossings, AgreesWithBruteForceOnCrumpledGrids) {
  for (int reach : {2, 6, 30}) {
    Lattice lattice(reach + 50, reach);
    Surfaces s;
    const auto anywhere = [&](int, int) { return lattice.point(); };
    add_grid(s, 5, true, anywhere);
    add_grid(s, 5, true, anywhere);
    add_grid(s, 4, false, anywhere);
    add_grid(s, 4, false, anywhere);
    const std::vector<Key> expected = brute_force(s);
    EXPECT_GT(expected.size(), 100u);
    EXPECT_EQ(keys(s.find()), expected) << "reach " << reach;
  }
}

TEST(FindCrossings, FlatSheetHasNoneHoweverItLies) {
  for (float slope : {0.0f, 1.0f, 0.37f}) {
    Surfaces s;
    add_grid(s, 40, true,
             [&](int column, int row) { return Vec3(column * 0.01f, slope * column * 0.01f + 0.3f, row * 0.01f); });
    EXPECT_TRUE(s.find().empty()) << "slope " << slope;
  }
}

// A vertical blade of one square through a flat sheet of cells of 1: by hand. The blade's plane x = 0.5 runs
// through the first column of cells, z from 0.25 to 0.75: cell (0, 0) with its diagonal from (0, 0) to (1,
// 1).
TEST(FindCrossings, CountsABladeThroughACellByHand) {
  Surfaces s;
  add_grid(s, 4, true, [](int column, int row) { return Vec3(column, 0, row); });
  add_grid(s, 1, false, [](int column, int row) { return Vec3(0.5f, row - 0.5f, 0.25f + 0.5f * column); });
  const int blade = 25;  // its first vertex; upright edges 25-27 and 26-28, diagonal 25-28, crossing the sheet
  const std::vector<Key> expected = {
      {0, 6, 33},  // the sheet's diagonal at (0.5, 0.5) meets the blade's at its middle: both of its triangles
      {0, 6, 32},
      {blade, blade + 2, 0},  // z = 0.25, x = 0.5: the triangle below the diagonal
      {blade, blade + 3, 0},  // on the sheet's diagonal: both triangles
      {blade, blade + 3, 1},
      {blade + 1, blade + 3, 1},  // z = 0.75
  };
  std::vector<Key> sorted = expected;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(keys(s.find()), sorted);
}

TEST(FindCrossings, ObstaclesAmongThemselvesDoNotCount) {
  Surfaces s;
  add_grid(s, 2, false, [](int column, int row) { return Vec3(column, 0, row); });
  add_grid(s, 2, false, [](int column, int row) { return Vec3(0.5f, row - 0.5f, column + 0.25f); });
  EXPECT_TRUE(s.find().empty());
  s.is_cloth[0] = 1;
  EXPECT_FALSE(s.find().empty());
}

TEST(FindCrossings, SameForAnyNumberOfThreads) {
  Lattice lattice(3, 40);
  Surfaces s;
  add_grid(s, 12, true, [&](int, int) { return lattice.point(); });
  const std::vector<Key> expected = keys(s.find());
  for (int threads : {1, 2, 3}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(keys(s.find()), expected) << threads;
  }
}

TEST(FindCrossings, NothingInNothing) { EXPECT_TRUE(Surfaces{}.find().empty()); }

}  // namespace
}  // namespace raycloth
