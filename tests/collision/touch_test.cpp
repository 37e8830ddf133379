// What may come nearer than the fabric is thick, as the sweep lists it, against all pairs that there are.
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

constexpr float kHalf = 0.004f;          // m, of both sheets
constexpr double kDoubtful = 1e-6;       // m about a limit, where rounding may decide
constexpr double kInterval = 1.0 / 120;  // s

/// Two crumpled sheets, one a little over the other, and where they lie before they are crumpled: at rest.
struct Crumpled {
  Model model;
  std::vector<Vec4> x, velocities;

  Crumpled() = default;

  /// Every vertex on its own way, at up to `speed` m/s along each axis.
  explicit Crumpled(unsigned seed, float speed) {
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
    std::uniform_real_distribution<float> way(-speed, speed);
    for (size_t v = 0; v < x.size(); ++v) velocities.emplace_back(way(random), way(random), way(random), 0);
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

/// Of a pair, in doubles: where both features are nearest, how far apart now, and by how much less than what touches
/// when they come nearest straight on, those points going where their features do; or, where those slide along the
/// surfaces, than 1.25 times that once they are as near as that along their present way.
struct Found {
  bool on_border;  // of the triangle; of an edge: its end
  Point<double> first, second;
  double distance, depth;
};

Point<double> sum_of(const std::vector<Vec4>& of, Int4 v, const double (&w)[4], int begin, int end) {
  Point<double> sum(0);
  for (int k = begin; k < end; ++k) sum += Point<double>(of[v[k]].x, of[v[k]].y, of[v[k]].z) * w[k];
  return sum;
}

/// By thirds: how far apart they are has one least value.
double nearest_in_interval(Point<double> gap, Point<double> velocity) {
  const auto apart = [&](double time) { return glm::length(gap + velocity * time); };
  double first = 0, last = kInterval;
  for (int i = 0; i < 80; ++i) {
    const double a = (2 * first + last) / 3, b = (first + 2 * last) / 3;
    (apart(a) < apart(b) ? last : first) = apart(a) < apart(b) ? b : a;
  }
  return apart((first + last) / 2);
}

/// By halves, when points that now lie farther apart than `touching` are no more than that apart along their way.
double depth_of_slide(const Crumpled& sheets, PairKind kind, Int4 v, const Nearest<double>& now, double touching) {
  const Point<double> velocity = sum_of(sheets.velocities, v, now.weights, 0, 4);
  const auto lacks = [&](double time) {
    return touching - glm::dot(glm::normalize(now.way), now.way + velocity * time);
  };
  double first = 0, last = kInterval;
  if (lacks(last) < 0) return -1;
  for (int i = 0; i < 60; ++i) (lacks((first + last) / 2) < 0 ? first : last) = (first + last) / 2;
  Point<double> then[4];
  for (int k = 0; k < 4; ++k)
    then[k] = Point<double>(glm::dvec4(sheets.x[v[k]]) + glm::dvec4(sheets.velocities[v[k]]) * last);
  return std::min(1.25 * touching - std::sqrt(nearest(kind, then).squared), lacks(kInterval));
}

Found look_at(const Crumpled& sheets, PairKind kind, Int4 v) {
  Point<double> at[4];
  for (int k = 0; k < 4; ++k) at[k] = Point<double>(sheets.x[v[k]].x, sheets.x[v[k]].y, sheets.x[v[k]].z);
  const Nearest<double> now = nearest(kind, at);
  const auto& w = now.weights;
  const int second = first_of_second(kind);
  double thickness = 2 * kHalf;
  if (sheets.model.vertex_object[v.x] == sheets.model.vertex_object[v.w])
    thickness = std::min(thickness, kOwnRest * glm::length(sum_of(sheets.model.positions, v, w, 0, 4)));
  if (kind == PairKind::edge_edge) thickness *= kEdgeRest;
  double least = 1;
  for (int k = kind == PairKind::vertex_face ? 1 : 0; k < 4; ++k) least = std::min(least, std::abs(w[k]));
  const double touching = thickness + kEdgeMargin;
  const double depth = touching - nearest_in_interval(now.way, sum_of(sheets.velocities, v, w, 0, 4));
  return {least < 2e-4, sum_of(sheets.x, v, w, 0, second), sum_of(sheets.x, v, w, second, 4), std::sqrt(now.squared),
          std::max(depth, depth_of_slide(sheets, kind, v, now, touching))};
}

struct Listed {
  std::set<Pair> pairs;
  std::vector<std::pair<Int4, Found>> found;
};

Listed list_touching(const Crumpled& sheets) {
  const TangledVertices tangled{};
  Queue queue(2);
  Sweep sweep(queue, sheets.view(tangled), sweep_objects(sheets.model, kHalf),
              std::vector<unsigned char>(sheets.x.size()));
  sweep.expect_touching(true);
  sweep.reserve(200'000);
  const int go = 1;
  queue.run([&] {
    sweep.begin(queue, sheets.x.data());
    SweepView view = sweep.view(sheets.x.data(), &go, true);
    view.velocities = sheets.velocities.data();
    sweep.find_touching(queue, view, static_cast<float>(kInterval), true);
  });
  queue.synchronize();
  const NearPairs& near = sweep.touching();
  EXPECT_LE(*near.found, near.capacity);
  Listed listed;
  for (int i = 0; i < *near.found; ++i) {
    const NearPair& pair = near.pairs[i];
    listed.found.emplace_back(pair.vertices, look_at(sheets, pair.kind, pair.vertices));
    EXPECT_TRUE(listed.pairs.insert(sorted(pair.kind, pair.vertices)).second) << "listed twice";
    EXPECT_GT(listed.found.back().second.depth, -kDoubtful);
  }
  return listed;
}

class Touching : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Touching, testing::Range(1, 6));

/// Where both features are nearest within them, exactly what comes near; whatever moves.
TEST_P(Touching, ListsWhatComesNear) {
  const Crumpled sheets(static_cast<unsigned>(GetParam()), GetParam() % 2 == 1 ? 0.3f : 2);
  const Listed listed = list_touching(sheets);
  int wanted = 0;
  sheets.for_pairs([&](PairKind kind, Int4 v) {
    const Found found = look_at(sheets, kind, v);
    if (found.depth < kDoubtful || found.on_border) return;
    ++wanted;
    EXPECT_TRUE(listed.pairs.contains(sorted(kind, v))) << static_cast<int>(kind) << ' ' << v.x << ' ' << v.w;
  });
  EXPECT_GT(wanted, 300);
}

/// Vertices near to borders and vertices of triangles: one pair tells of the same two points, and for whatever comes
/// near of two cloths there is one that is no farther apart. Of one cloth, points that are nearer may be so at rest.
TEST_P(Touching, ListsTheSamePointsOnce) {
  const Crumpled sheets(static_cast<unsigned>(GetParam()), 0);
  const Listed listed = list_touching(sheets);
  for (size_t i = 0; i < listed.found.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const Found &a = listed.found[i].second, &b = listed.found[k].second;
      EXPECT_GT(std::min(glm::length(a.first - b.first) + glm::length(a.second - b.second),
                         glm::length(a.first - b.second) + glm::length(a.second - b.first)),
                1e-7);
    }
  }
  int on_borders = 0;
  sheets.for_pairs([&](PairKind kind, Int4 v) {
    const Found found = look_at(sheets, kind, v);
    const bool own = sheets.model.vertex_object[v.x] == sheets.model.vertex_object[v.w];
    if (own || kind != PairKind::vertex_face || found.depth < kDoubtful || !found.on_border) return;
    ++on_borders;
    EXPECT_TRUE(std::any_of(listed.found.begin(), listed.found.end(),
                            [&](const auto& other) {
                              const bool has = other.first.x == v.x || other.first.y == v.x || other.first.z == v.x ||
                                               other.first.w == v.x;
                              return has && other.second.distance < found.distance + kDoubtful;
                            }))
        << v.x << ' ' << v.w;
  });
  EXPECT_GT(on_borders, 100);
}

/// Two level sheets of one mesh, 6 mm apart: too far for edges, and each vertex over one other is a pair.
TEST(TouchingLayers, TellsOfVertexOverVertexOnce) {
  Scene scene;
  scene.path = "test";
  for (int i = 0; i < 2; ++i) {
    SceneObject object;
    object.name = std::string(1, static_cast<char>('a' + i));
    object.mesh = sheets::jittered_sheet({0.2f, 0.2f}, {9, 9}, 0.2f, 1);
    for (Vec3& p : object.mesh.positions) p.y += 0.006f * static_cast<float>(i);
    scene.objects.push_back(std::move(object));
  }
  Crumpled sheets;
  sheets.model = build_model(scene);
  sheets.x = sheets.model.positions;
  sheets.velocities.resize(sheets.x.size());
  EXPECT_EQ(list_touching(sheets).found.size(), 100u);
}

}  // namespace
}  // namespace raycloth::cpu
