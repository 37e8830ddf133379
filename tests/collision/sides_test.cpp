// From which side a triangle of cloth meets solids of sharp spikes and dents: from outside, by what it meets first;
// from inside, by all that it meets. All pairs of features are held against each other, on straight ways.
#include "collision/net/sides.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "collision/bvh/hierarchy.h"
#include "collision/net/meet.h"
#include "tests/collision/scenes.h"
#include "tests/collision/sweep_objects.h"

namespace raycloth::cpu {
namespace {

using namespace scenes;

constexpr double kSeparation = 1e-3;  // m, where solids are about 1 m
constexpr double kSoon = 0.05;        // of it: as good as at once

/// Parts every third triangle at a side that its neighbour keeps whole, and fills what is between: with a triangle that
/// has no height but what rounding gives it, on whichever side.
Mesh with_needles(Mesh mesh) {
  std::set<std::pair<int, int>> parted;
  for (size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const Int3 t = mesh.triangles[i];
    if (!parted.insert(std::minmax({t.x, t.y})).second) continue;
    const int middle = static_cast<int>(mesh.positions.size());
    mesh.positions.push_back(0.3f * mesh.positions[t.x] + 0.7f * mesh.positions[t.y]);
    mesh.triangles[i] = Int3(t.x, middle, t.z);
    mesh.triangles.push_back(Int3(middle, t.y, t.z));
    mesh.triangles.push_back(Int3(t.x, t.y, middle));
  }
  return mesh;
}

/// A star-shaped solid about the origin, of radii between 1 - uneven and 1 + uneven, and a triangle of cloth.
class Meetings {
 public:
  Meetings(float uneven, unsigned seed, bool needles = false) : random_(seed) {
    Scene scene;
    scene.path = "test";
    SceneObject solid, cloth;
    solid.name = "solid";
    solid.kind = ObjectKind::solid;
    solid.mesh = ball(2);
    for (Vec3& p : solid.mesh.positions) p *= 1 + uneven * draw();
    if (needles) solid.mesh = with_needles(solid.mesh);
    cloth.name = "cloth";
    cloth.mesh = level_triangle(0.1f, 0);
    scene.objects = {solid, cloth};
    model_ = build_model(scene);
    objects_ = sweep_objects(model_, 0.01f);
    lay_out_trees(objects_);
    packs_ = list_feature_packs(model_.triangles, model_.triangle_neighbours, model_.positions, objects_);
    start_ = end_ = model_.positions;
  }

  float draw() { return std::uniform_real_distribution<float>(-1, 1)(random_); }
  Vec3 draw_direction() {
    for (;;) {
      const Vec3 v(draw(), draw(), draw());
      if (glm::dot(v, v) < 1 && glm::dot(v, v) > 0.01f) return glm::normalize(v);
    }
  }

  /// Puts the triangle around `from`, turned somehow, on its way to `to`; and turns the solid about the y axis.
  void send(Vec3 from, Vec3 to, float size, float radians = 0) {
    const float c = std::cos(radians), s = std::sin(radians);
    const Range solid = model_.objects.front().vertices;
    for (int v = solid.begin; v < solid.end; ++v) {
      const Vec4 p = start_[v];
      end_[v] = Vec4(c * p.x + s * p.z, p.y, c * p.z - s * p.x, 1);
    }
    for (int v = cloth().vertices.begin; v < cloth().vertices.end; ++v) {
      const Vec3 corner = size * draw_direction();
      start_[v] = Vec4(from + corner, 1);
      end_[v] = Vec4(to + corner, 1);
    }
  }

  /// Calls visit(meeting, behind) for all pairs that meet.
  template <class Visit>
  void for_met(Visit visit) const {
    const SweepView view = this->view();
    const auto look = [&](PairKind kind, Int4 v, int first, int second) {
      const Meeting meeting = meet(moving_pair(kind, start_.data(), end_.data(), v), kSeparation);
      if (!meeting.meets) return;
      const NearPair pair{v, kind, triangle_of_solid(view, first, second, kind, v), 0, 0};
      ASSERT_GE(pair.solid, 0);
      visit(meeting, is_behind(view, pair, meeting.weights, meeting.normal, meeting.time));
    };
    const int last = static_cast<int>(packs_.size()) - 1;  // that of the cloth
    const FeaturePack& own = packs_[last];
    const Int3 t = own.triangle(0);
    for (int p = 0; p < last; ++p) {
      for_features(
          packs_[p], [&](int v) { look(PairKind::vertex_face, Int4(v, t.x, t.y, t.z), p, last); },
          [&](Int2 e) {
            for (int i = 0; i < 3; ++i)  // the cloth's first, then the solid's
              look(PairKind::edge_edge,
                   i % 2 ? Int4(own.edge(i).x, own.edge(i).y, e.x, e.y) : Int4(e.x, e.y, own.edge(i).x, own.edge(i).y),
                   last, p);
          },
          [&](Int3 s) {
            for (const int v : {t.x, t.y, t.z}) look(PairKind::vertex_face, Int4(v, s.x, s.y, s.z), last, p);
          });
    }
  }

 private:
  template <class Vertex, class Edge, class Triangle>
  static void for_features(const FeaturePack& pack, Vertex vertex, Edge edge, Triangle triangle) {
    for (unsigned left = pack.own_vertices(); left; left &= left - 1) {
      const int i = trailing_zeros(left);
      vertex(pack.corners[i / 8][i % 8]);
    }
    for (int i = 0; i < pack.edges; ++i) edge(pack.edge(i));
    for (unsigned left = pack.present; left; left &= left - 1) triangle(pack.triangle(trailing_zeros(left)));
  }

  const ModelObject& cloth() const { return model_.objects.back(); }

  SweepView view() const {
    SweepView view{};
    view.scene.positions = start_.data();
    view.scene.triangles = model_.triangles.data();
    view.scene.triangle_neighbours = model_.triangle_neighbours.data();
    view.scene.vertex_object = model_.vertex_object.data();
    view.scene.objects = const_cast<CollisionObject*>(objects_.data());
    view.packs = packs_.data();
    view.end = end_.data();
    return view;
  }

  std::mt19937 random_;
  Model model_;
  std::vector<CollisionObject> objects_;
  std::vector<FeaturePack> packs_;
  std::vector<Vec4> start_, end_;
};

class Sides : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Sides, testing::Range(1, 4));

void expect_stopped_from_outside(Meetings meetings) {
  int met = 0, behind = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 from = 2.2f * meetings.draw_direction(), to = -0.5f * from + 1.2f * meetings.draw_direction();
    const float turn = i % 3 == 0 ? 0.6f * meetings.draw() : 0;
    meetings.send(from, to, i % 2 ? 0.1f : 0.25f, turn);
    double first = 2, stopped = 2;
    meetings.for_met([&](const Meeting& meeting, bool is_behind) {
      first = std::min<double>(first, meeting.time);
      if (!is_behind) stopped = std::min<double>(stopped, meeting.time);
      behind += is_behind;
    });
    if (first > 1) continue;
    ++met;
    const double way = glm::distance(from, to) + 2 * std::fabs(turn);
    EXPECT_LE((stopped - first) * way, kSoon * kSeparation) << "way " << i;
  }
  EXPECT_GT(met, 200);
  EXPECT_GT(behind, met) << "on their way out, where nobody stopped them";
}

TEST_P(Sides, WhatIsMetFirstFromOutsideIsNotMetFromBehind) {
  expect_stopped_from_outside(Meetings(0.9f, static_cast<unsigned>(GetParam())));
}

/// As CAD programs leave them where two faces do not share their points.
TEST_P(Sides, NorWhereTrianglesHaveNoHeight) {
  expect_stopped_from_outside(Meetings(0.9f, static_cast<unsigned>(GetParam()), true));
}

/// What comes after may be met by what is outside already.
TEST_P(Sides, WhatIsMetFirstFromInsideIsMetFromBehind) {
  Meetings meetings(0.1f, static_cast<unsigned>(GetParam()));
  int met = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 from = 0.2f * meetings.draw_direction(), to = 2.0f * meetings.draw_direction();
    meetings.send(from, to, 0.25f);
    double first = 2, stopped = 2;
    meetings.for_met([&](const Meeting& meeting, bool is_behind) {
      ++met;
      first = std::min<double>(first, meeting.time);
      if (!is_behind) stopped = std::min<double>(stopped, meeting.time);
    });
    EXPECT_GT((stopped - first) * glm::distance(from, to), kSoon * kSeparation) << "way " << i;
  }
  EXPECT_GT(met, 2000);
}

}  // namespace
}  // namespace raycloth::cpu
