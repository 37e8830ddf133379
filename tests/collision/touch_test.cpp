// What lies nearer than the fabric is thick, as the sweep lists it, against all pairs that there are.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "collision/contacts/contacts.h"
#include "collision/net/sweep.h"
#include "sim/model/model.h"
#include "tests/collision/sweep_objects.h"
#include "tests/sim/sheets.h"

namespace raycloth::cpu {
namespace {

using Pair = std::array<int, 5>;  // kind and vertices, in an order of their own

constexpr float kHalf = 0.004f;     // m, of both sheets
constexpr double kDoubtful = 1e-6;  // m about a limit, where rounding may decide

/// Two crumpled sheets, one a little over the other, and where they lie before they are crumpled: at rest.
struct Crumpled {
  Model model;
  std::vector<Vec4> x;

  explicit Crumpled(unsigned seed) {
    Scene scene;
    scene.path = "test";
    for (int i = 0; i < 2; ++i) {
      SceneObject object;
      object.name = std::string(1, static_cast<char>('a' + i));
      object.mesh = sheets::jittered_sheet({0.1f, 0.1f}, i == 0 ? Int2(9, 9) : Int2(7, 7), 0.2f, seed + i);
      for (Vec3& p : object.mesh.positions) p.y += 0.01f * static_cast<float>(i);
      scene.objects.push_back(std::move(object));
    }
    model = build_model(scene);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> offset(-0.008f, 0.008f);
    x = model.positions;
    for (Vec4& p : x) p += Vec4(offset(random), offset(random), offset(random), 0);
  }

  CollisionScene view(const TangledVertices& tangled) const {
    CollisionScene view{};
    view.vertices_count = static_cast<int>(x.size());
    view.triangles_count = static_cast<int>(model.triangles.size());
    view.positions = x.data();
    view.rest = model.positions.data();
    view.tangled = &tangled;
    view.vertex_object = model.vertex_object.data();
    view.triangle_object = model.triangle_object.data();
    view.triangles = model.triangles.data();
    view.triangle_neighbours = model.triangle_neighbours.data();
    return view;
  }

  std::set<Int2, bool (*)(Int2, Int2)> edges() const {
    std::set<Int2, bool (*)(Int2, Int2)> edges([](Int2 a, Int2 b) { return std::tie(a.x, a.y) < std::tie(b.x, b.y); });
    for (const Int3& t : model.triangles) {
      for (int k = 0; k < 3; ++k) edges.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    }
    return edges;
  }

  template <class Visit>
  void for_pairs(Visit visit) const {
    for (int v = 0; v < static_cast<int>(x.size()); ++v) {
      for (const Int3& t : model.triangles) {
        if (v != t.x && v != t.y && v != t.z) visit(PairKind::vertex_face, Int4(v, t.x, t.y, t.z));
      }
    }
    const auto all = edges();
    for (auto e = all.begin(); e != all.end(); ++e) {
      for (auto f = std::next(e); f != all.end(); ++f) {
        if (e->x != f->x && e->x != f->y && e->y != f->x && e->y != f->y)
          visit(PairKind::edge_edge, Int4(e->x, e->y, f->x, f->y));
      }
    }
  }
};

Pair sorted(PairKind kind, Int4 v) {
  if (kind == PairKind::edge_edge) {
    const std::pair<int, int> e = std::minmax(v.x, v.y), f = std::minmax(v.z, v.w), &a = std::min(e, f),
                              &b = std::max(e, f);
    return {1, a.first, a.second, b.first, b.second};
  }
  Pair pair{0, v.x, v.y, v.z, v.w};
  std::sort(pair.begin() + 2, pair.end());
  return pair;
}

/// By how much the nearest points lie nearer than they should, in doubles; far below 0 where an edge's end is nearest.
double depth_of(const Crumpled& sheets, PairKind kind, Int4 v) {
  Point<double> at[4];
  for (int k = 0; k < 4; ++k) at[k] = Point<double>(sheets.x[v[k]].x, sheets.x[v[k]].y, sheets.x[v[k]].z);
  const Nearest<double> now = nearest(kind, at);
  if (kind == PairKind::edge_edge && (now.weights[0] * now.weights[1] * now.weights[2] * now.weights[3] == 0))
    return -1;
  double thickness = 2 * kHalf;
  if (sheets.model.vertex_object[v.x] == sheets.model.vertex_object[v.w]) {
    Point<double> rest(0);
    for (int k = 0; k < 4; ++k) {
      const Vec4& p = sheets.model.positions[v[k]];
      rest += Point<double>(p.x, p.y, p.z) * now.weights[k];
    }
    thickness = std::min(thickness, kOwnRest * std::sqrt(glm::dot(rest, rest)));
  }
  return thickness - std::sqrt(now.squared);
}

class Touching : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Touching, testing::Range(1, 6));

TEST_P(Touching, ListsEveryPairThatIsNearOnceAndNoOther) {
  const Crumpled sheets(static_cast<unsigned>(GetParam()));
  const TangledVertices tangled{};
  Queue queue(2);
  Sweep sweep(queue, sheets.view(tangled), sweep_objects(sheets.model, kHalf),
              std::vector<unsigned char>(sheets.x.size()));
  sweep.reserve(200'000);
  const int go = 1;
  queue.run([&] {
    sweep.begin(queue, sheets.x.data());
    sweep.find_touching(queue, sweep.view(sheets.x.data(), &go, true), true);
  });
  queue.synchronize();
  const SweepView found = sweep.view(sheets.x.data(), &go, true);
  ASSERT_LE(*found.pairs_count, found.capacity);
  std::set<Pair> listed;
  for (int i = 0; i < *found.pairs_count; ++i) {
    const NearPair& pair = found.pairs[i];
    EXPECT_TRUE(listed.insert(sorted(pair.kind, pair.vertices)).second) << "listed twice";
    EXPECT_GT(depth_of(sheets, pair.kind, pair.vertices), -kDoubtful);
  }
  int wanted = 0;
  sheets.for_pairs([&](PairKind kind, Int4 v) {
    if (depth_of(sheets, kind, v) < kDoubtful) return;
    ++wanted;
    EXPECT_TRUE(listed.contains(sorted(kind, v))) << static_cast<int>(kind) << ' ' << v.x << ' ' << v.w;
  });
  EXPECT_GT(wanted, 500);
}

}  // namespace
}  // namespace raycloth::cpu
