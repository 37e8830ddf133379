// What a sweep lists, against all pairs that there are, while sheets walk about: nothing that meets is left out,
// whatever its budgets remember of earlier intervals.
#include "collision/net/sweep.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "collision/net/meet.h"
#include "sim/model/model.h"
#include "tests/collision/sweep_objects.h"
#include "tests/sim/sheets.h"

namespace raycloth::cpu {
namespace {

constexpr float kEdge = 0.01f, kLookOfEdge = 0.2f;  // m; the walk is measured by what packs look for
constexpr float kHalfThickness = 0.002f;            // m
constexpr double kMeeting = 1e-6;                   // m

using Pair = std::array<int, 5>;  // kind and vertices

/// Three sheets, the middle one twice as fine, near enough to meet within a few intervals.
Model walking_sheets() {
  Scene scene;
  scene.path = "test";
  for (int i = 0; i < 3; ++i) {
    SceneObject object;
    object.name = std::string(1, static_cast<char>('a' + i));
    object.mesh = sheets::jittered_sheet({0.12f, 0.12f}, i == 1 ? Int2(12, 12) : Int2(6, 6), 0.2f, 5 + i);
    for (Vec3& p : object.mesh.positions) p.y += 0.005f * static_cast<float>(i);
    scene.objects.push_back(std::move(object));
  }
  return build_model(scene);
}

constexpr float kStep = 1 / 60.0f;  // s

class Walk {
 public:
  /// `sleepers`: as many are told to sleep, which changes no more than how often what is near is looked up.
  explicit Walk(unsigned seed, int sleepers = 0, Model model = walking_sheets())
      : random_(seed),
        model_(std::move(model)),
        x_(model_.positions),
        sleepers_(sleepers),
        sweep_(queue_, view(), sweep_objects(model_, kHalfThickness),
               std::vector<unsigned char>(model_.positions.size())) {
    sweep_.reserve(100'000);
    for (size_t v = 0; v < x_.size(); ++v) x_[v].w = 1;
  }

  /// Pairs that meet on the way of an interval, and of them those that the sweep did not list. Where any meet, nobody
  /// has moved in the end.
  std::pair<int, int> walk_on(bool corrects) { return go_to(next(met_ > 0), corrects); }

  /// `velocities`: at the end, m/s; none: nobody knows.
  std::pair<int, int> go_to(const std::vector<Vec4>& end, bool corrects, const Vec4* velocities = nullptr) {
    sweep_.begin(queue_, x_.data());
    SweepView now = sweep_.view(end.data(), &go_, corrects);
    now.velocities = velocities;
    now.expected = kStep;
    sweep_.find_pairs(queue_, now, true);
    queue_.synchronize();
    EXPECT_LE(*now.pairs_count, now.capacity);
    std::set<Pair> listed;
    for (int i = 0; i < *now.pairs_count; ++i) listed.insert(sorted(now.pairs[i].kind, now.pairs[i].vertices));
    const std::vector<Vec4> corrected = corrects ? shifted(end, now) : end;
    int missed = 0;
    met_ = 0;
    for_pairs(corrected, [&](PairKind kind, Int4 v) {
      if (!meet(moving_pair(kind, x_.data(), corrected.data(), v), kMeeting).meets) return;
      ++met_;
      missed += !listed.contains(sorted(kind, v));
    });
    if (met_ == 0) x_ = corrected;
    sweep_.spend(queue_, x_.data(), true, nullptr);
    queue_.synchronize();
    return {met_, missed};
  }

  /// Vertices go anywhere, so that more could meet than is listed; in the end nobody has moved.
  void overfill() {
    sweep_.reserve_packs(100'000);
    std::vector<Vec4> end = x_;
    for (Vec4& p : end) p += Vec4(draw_way(1), 0);
    sweep_.begin(queue_, x_.data());
    const SweepView now = sweep_.view(end.data(), &go_, false);
    sweep_.find_pairs(queue_, now, true);
    sweep_.spend(queue_, x_.data(), true, nullptr);
    queue_.synchronize();
    EXPECT_TRUE(now.is_full());
  }

  /// Each vertex of an object goes `way`; as go_to.
  std::pair<int, int> move(int object, Vec3 way) {
    std::vector<Vec4> end = x_;
    const Range range = model_.objects[object].vertices;
    for (int v = range.begin; v < range.end; ++v) end[v] += Vec4(way, 0);
    return go_to(end, false);
  }

  /// Vertices of what crosses, as far as they are found in this turn, while all stands still.
  int look_for_crossed(int turn) {
    sweep_.begin(queue_, x_.data());
    SweepView now = sweep_.view(x_.data(), &go_, false);
    now.turn = &turn;
    sweep_.find_pairs(queue_, now, true);
    sweep_.spend(queue_, x_.data(), false, nullptr);
    sweep_.count_crossed(queue_);
    queue_.synchronize();
    return sweep_.crossed_count().download()[0];
  }

  void forget_crossed() { sweep_.crossed().upload(std::vector<int>(x_.size(), 0)); }

  CollisionScene view() {
    CollisionScene view{};
    view.vertices_count = static_cast<int>(model_.positions.size());
    view.triangles_count = static_cast<int>(model_.triangles.size());
    view.positions = view.rest = model_.positions.data();
    view.vertex_object = model_.vertex_object.data();
    view.triangles = model_.triangles.data();
    view.triangle_neighbours = model_.triangle_neighbours.data();
    view.sleepers = &sleepers_;
    return view;
  }

  float draw(float most) { return std::uniform_real_distribution<float>(-most, most)(random_); }
  Vec3 draw_way(float most) { return {draw(most), draw(most), draw(most)}; }

  /// Each sheet goes its way, fast or slowly or not at all, and turns; some of its vertices go their own. After a
  /// meeting they part.
  std::vector<Vec4> next(bool part) {
    constexpr float kSpeeds[] = {0, 0, 0, 0.05f, 0.15f, 0.29f, 0.32f, 0.4f};  // of what packs look for
    const float look = kLookOfEdge * kEdge;
    std::vector<Vec4> end = x_;
    for (size_t i = 0; i < model_.objects.size(); ++i) {
      const auto pick = [&] { return look * kSpeeds[random_() % std::size(kSpeeds)]; };
      const Vec3 away(0, 0.4f * look * (static_cast<float>(i) - 1), 0);
      const Vec3 way = pick() * Vec3(draw(0.3f), random_() % 2 == 0 ? 1 : -1, draw(0.3f));
      const Vec3 along = random_() % 16 == 0 ? draw_way(pick() / 0.06f) : Vec3(0);
      const float alone = random_() % 16 == 0 ? 0.3f * pick() : 0;
      const Range range = model_.objects[i].vertices;
      for (int v = range.begin; v < range.end; ++v) {
        const Vec3 own = way + along * x_[v].x + (random_() % 4 == 0 ? draw_way(alone) : Vec3(0));
        end[v] += Vec4(part ? away : own - 0.02f * Vec3(0, x_[v].y - 0.005f, 0), 0);  // and not too far away
      }
    }
    return end;
  }

  std::vector<Vec4> shifted(std::vector<Vec4> end, const SweepView& now) {
    for (size_t v = 0; v < end.size(); ++v) {
      const Vec3 way = draw_way(1);
      end[v] += Vec4(way / glm::length(way) * now.slack(static_cast<int>(v)), 0);
    }
    return end;
  }

  static Pair sorted(PairKind kind, Int4 v) {
    if (kind == PairKind::edge_edge) {
      const std::pair<int, int> e = std::minmax(v.x, v.y), f = std::minmax(v.z, v.w), &a = std::min(e, f),
                                &b = std::max(e, f);
      return {1, a.first, a.second, b.first, b.second};
    }
    Pair pair{0, v.x, v.y, v.z, v.w};
    std::sort(pair.begin() + 2, pair.end());
    return pair;
  }

  /// Around all that vertices of a feature get to.
  template <class Feature>
  Box reached(const Feature& vertices, const std::vector<Vec4>& end) const {
    Box box = empty_box();
    for (const int v : vertices) box = merge(box, around(Vec3(x_[v]), Vec3(end[v])));
    return inflate(box, static_cast<float>(kMeeting));
  }

  /// All pairs without a common vertex whose features get to a common place.
  template <class Visit>
  void for_pairs(const std::vector<Vec4>& end, Visit visit) const {
    std::vector<Box> vertices, edges;
    for (int v = 0; v < static_cast<int>(x_.size()); ++v) vertices.push_back(reached(std::array{v}, end));
    for (const Int2 e : model_.edges.pairs) edges.push_back(reached(std::array{e.x, e.y}, end));
    for (const Int3 t : model_.triangles) {
      const Box box = reached(std::array{t.x, t.y, t.z}, end);
      for (int v = 0; v < static_cast<int>(x_.size()); ++v) {
        if (!overlaps(box, vertices[v]) || v == t.x || v == t.y || v == t.z) continue;
        visit(PairKind::vertex_face, Int4(v, t.x, t.y, t.z));
      }
    }
    for (size_t i = 0; i < edges.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const Int2 e = model_.edges.pairs[i], f = model_.edges.pairs[j];
        if (!overlaps(edges[i], edges[j]) || e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) continue;
        visit(PairKind::edge_edge, Int4(e.x, e.y, f.x, f.y));
      }
    }
  }

  std::mt19937 random_;
  Model model_;
  Queue queue_{1};
  std::vector<Vec4> x_;
  int sleepers_;
  Sweep sweep_;
  int go_ = 1, met_ = 0;
};

class SweepWalk : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, SweepWalk, testing::Range(1, 4));

TEST_P(SweepWalk, LeavesNothingOutThatMeets) {
  Walk walk(static_cast<unsigned>(GetParam()));
  int met = 0, with_any = 0;
  for (int i = 0; i < 600; ++i) {
    const auto [all, missed] = walk.walk_on(i % 64 < 16);
    ASSERT_EQ(missed, 0) << "of " << all << " in interval " << i;
    met += all;
    with_any += all > 0;
  }
  EXPECT_GT(met, 1000);
  EXPECT_GT(with_any, 30);
  EXPECT_LT(with_any, 400) << "they have to walk";
}

/// One vertex rises from a sheet that lies still, goes to the farthest place above it, and down. It is no part of what
/// the sheet is taken to do as a whole, so that a list of what is near is old by its room alone; and nobody can know
/// that it turns.
TEST(Sweep, OneThatGoesFarAloneIsSeenWhoeverSleeps) {
  Scene scene;
  scene.path = "test";
  scene.objects.emplace_back().name = "sheet";
  scene.objects[0].mesh = sheets::jittered_sheet({0.24f, 0.24f}, Int2(24, 24), 0.2f, 5);
  const Model model = build_model(scene);
  const int count = static_cast<int>(model.positions.size()), alone = 1;
  const auto from = [&](int v) { return glm::distance(xyz(model.positions[v]), xyz(model.positions[alone])); };
  int there = 0;
  for (int v = 0; v < count; ++v) there = from(v) > from(there) ? v : there;
  const Vec3 up(0, 0.02f, 0), across = xyz(model.positions[there]) - xyz(model.positions[alone]);
  const std::pair<Vec3, int> legs[] = {{up, 2}, {across, 18}, {-1.5f * up, 3}};  // a way, and in how many steps
  constexpr std::pair<int, bool> kCases[] = {{1, false}, {1, true}, {5, false}, {5, true}};  // slower by, all asleep
  for (const auto& [slower, asleep] : kCases) {
    Walk walk(1, asleep ? count - 1 : 0, model);
    int met = 0;
    for (const auto& [way, steps] : legs) {
      for (int i = 0; i < slower * steps && met == 0; ++i) {
        const Vec4 by(way / static_cast<float>(slower * steps), 0);
        std::vector<Vec4> end = walk.x_, velocities(end.size(), Vec4(0));
        end[alone] += by;
        velocities[alone] = by / kStep;
        const auto [all, missed] = walk.go_to(end, false, velocities.data());
        ASSERT_EQ(missed, 0) << "of " << all << ", slower by " << slower << ", asleep " << asleep;
        met = all;
      }
    }
    EXPECT_GT(met, 0) << "it has to get there";
    EXPECT_LT(glm::distance(xyz(walk.x_[alone]), xyz(walk.x_[there])), 0.03f);
  }
}

/// Pairs of packs whose edges are asked about until the next detection, of which nobody finds how far they are apart.
std::set<std::pair<int, int>> asked_about(Walk& walk, const std::vector<Vec4>& velocities) {
  walk.sweep_.find_near_edges(walk.queue_, walk.x_.data(), velocities.data(), kStep, kStep, true);
  walk.queue_.synchronize();
  const NearPacks& near = walk.sweep_.near_packs();
  std::set<std::pair<int, int>> asked;
  for (int i = 0; i < *near.due_count; ++i) {
    const Int2 pair = near.pairs[near.due[i]];
    asked.insert({pair.x, pair.y});
  }
  walk.sweep_.take_bounds(walk.queue_);
  walk.queue_.synchronize();
  return asked;
}

/// Sheets that lie on each other, nearer than their edges make contacts, of which one was about to slide fast.
TEST(Sweep, EdgesThatWereTooFastToBeMeasuredAreAskedAboutAgain) {
  Walk walk(1);
  std::vector<Vec4> velocities(walk.x_.size(), Vec4(0));
  for (size_t v = 0; v < velocities.size(); ++v) {
    walk.x_[v].y = 0.003f * static_cast<float>(walk.model_.vertex_object[v]);
    if (walk.model_.vertex_object[v] == 1) velocities[v].x = 8;
  }
  const auto fast = asked_about(walk, velocities);
  const auto slow = asked_about(walk, std::vector<Vec4>(walk.x_.size(), Vec4(0)));
  const FeaturePack* packs = walk.sweep_.near_packs().packs;
  int near = 0;
  for (const auto& [a, b] : fast) {
    double least = 1;
    for (int i = 0; i < packs[a].edges; ++i) {
      for (int j = 0; j < packs[b].edges; ++j) {
        const Int2 e = packs[a].edge(i), f = packs[b].edge(j);
        const Point<double> x[4] = {Point<double>(walk.x_[e.x]), Point<double>(walk.x_[e.y]),
                                    Point<double>(walk.x_[f.x]), Point<double>(walk.x_[f.y])};
        least = std::min(least, std::sqrt(edge_to_edge(x).squared));
      }
    }
    if (packs[a].object == packs[b].object || least > 0.0031) continue;
    ++near;
    EXPECT_TRUE(slow.contains({a, b})) << a << " " << b << " are " << least << " m apart";
  }
  EXPECT_GT(near, 20);
}

/// Of what was left out of a list that got too long nobody knows how far apart it is.
TEST(Sweep, WhatWasTooMuchToBeListedIsMeasuredAgain) {
  Scene scene;
  scene.path = "test";
  for (int i = 0; i < 2; ++i) {
    SceneObject object;
    object.name = std::string(1, static_cast<char>('a' + i));
    object.mesh = sheets::jittered_sheet({0.2f, 0.2f}, {20, 20}, 0.2f, 5 + i);
    for (Vec3& p : object.mesh.positions) p.y += 0.005f * static_cast<float>(i);
    scene.objects.push_back(std::move(object));
  }
  Walk walk(1, 0, build_model(scene));
  EXPECT_EQ(walk.move(1, {0, 0.0001f, 0}), std::pair(0, 0));  // everything has a clearance
  walk.overfill();
  const auto [met, missed] = walk.move(1, {0.001f, -0.008f, 0});
  EXPECT_GT(met, 1000);
  EXPECT_EQ(missed, 0);
}

/// A sheet through another, of which nobody has a mark: each pack has its turn with what is near, and what is marked
/// stays so.
TEST(Sweep, WhatCrossesWithoutAMarkIsFoundInTurns) {
  Scene scene;
  scene.path = "test";
  for (const bool upright : {false, true}) {
    SceneObject object;
    object.name = upright ? "upright" : "flat";
    object.mesh = sheets::jittered_sheet({0.12f, 0.12f}, {12, 12}, 0.2f, 5);
    if (upright)
      for (Vec3& p : object.mesh.positions) p = {p.y + 0.003f, p.x, p.z + 0.01f};
    scene.objects.push_back(std::move(object));
  }
  Walk walk(1, 0, build_model(scene));
  const int all = walk.look_for_crossed(0);  // at first everything is in doubt
  EXPECT_GT(all, 20);
  walk.forget_crossed();
  EXPECT_LT(walk.look_for_crossed(0), all);
  int found = 0;
  for (int turn = 1; turn <= kTurns * kLaps; ++turn) found = walk.look_for_crossed(turn % (kTurns * kLaps));
  EXPECT_EQ(found, all);
}

}  // namespace
}  // namespace raycloth::cpu
