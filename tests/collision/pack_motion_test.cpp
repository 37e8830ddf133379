// What packs of eight triangles are told to stay apart by, against all of their features at many times of their ways:
// planes between two packs, and flat cloth around them.
#include "collision/net/pack_motion.h"

#include <gtest/gtest.h>

#include <random>
#include <span>

#include "collision/bvh/hierarchy.h"
#include "collision/net/flat_packs.h"
#include "collision/net/nearest.h"
#include "collision/net/stillness.h"
#include "tests/collision/scenes.h"
#include "tests/collision/sweep_objects.h"
#include "tests/sim/sheets.h"

namespace raycloth::cpu {
namespace {

constexpr float kEdge = 0.01f;  // m
constexpr int kCells = 16;

/// Packs of sheets that bend, stretch and turn on their way from one shape to another.
class Packs {
 public:
  Packs(int sheets, float jitter, unsigned seed) : random_(seed) {
    Scene scene;
    scene.path = "test";
    for (int i = 0; i < sheets; ++i) {
      SceneObject object;
      object.name = std::string(1, static_cast<char>('a' + i));
      const float size = kCells * kEdge;
      object.mesh = sheets::jittered_sheet({size, size}, Int2(kCells, kCells), jitter, seed + i);
      scene.objects.push_back(std::move(object));
    }
    model_ = build_model(scene);
    std::vector<CollisionObject> objects = sweep_objects(model_, 0.1f * kEdge);
    lay_out_trees(objects);
    packs = list_feature_packs(model_.triangles, model_.triangle_neighbours, model_.positions, objects);
    neighbours = list_pack_neighbours(packs, objects, model_.triangles, model_.triangle_neighbours,
                                      static_cast<int>(model_.positions.size()));
    start_ = end_ = model_.positions;
    slacks.resize(start_.size());
    buffers_.resize(packs.size());
  }

  float draw(float most) { return std::uniform_real_distribution<float>(-most, most)(random_); }
  Vec3 draw_way(float most) { return {draw(most), draw(most), draw(most)}; }

  /// A wave of cloth and some noise, in m; then the sheet turned and moved as a whole.
  void bend(float wave, float noise, float turn, float apart) {
    for (std::vector<Vec4>* shape : {&start_, &end_}) {
      for (const ModelObject& object : model_.objects) {
        const Vec3 along = draw_way(1.5f / kEdge / kCells), axis = glm::normalize(draw_way(1)), by = draw_way(apart);
        const float phase = draw(3), angle = draw(turn), c = std::cos(angle), s = std::sin(angle);
        for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
          Vec3 p = xyz(model_.positions[v]);
          p.y += wave * std::sin(glm::dot(along, p) + phase);
          p += draw_way(noise);
          (*shape)[v] = Vec4(p * c + glm::cross(axis, p) * s + axis * glm::dot(axis, p) * (1 - c) + by, 1);
        }
      }
    }
  }

  /// Level sheets, each `height` over the one before, turned about an axis aslant, that move as one.
  void lay_on_each_other(float height, float angle) {
    const Vec3 axis = glm::normalize(Vec3(1, 0.2f, 0.5f)), way(0.02f, -0.01f, 0.03f);
    const float c = std::cos(angle), s = std::sin(angle);
    for (size_t v = 0; v < start_.size(); ++v) {
      const Vec3 p = xyz(model_.positions[v]) + Vec3(0, height * static_cast<float>(model_.vertex_object[v]), 0);
      const Vec3 turned = p * c + glm::cross(axis, p) * s + axis * glm::dot(axis, p) * (1 - c);
      start_[v] = Vec4(turned, 1);
      end_[v] = Vec4(turned + way, 1);
    }
  }

  /// The right half folded over the left one, by an angle.
  void fold(float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    for (size_t v = 0; v < start_.size(); ++v) {
      const Vec3 p = xyz(model_.positions[v]);
      start_[v] = end_[v] = Vec4(p.x > 0 ? Vec3(c * p.x, s * p.x, p.z) : p, 1);
    }
  }

  /// At the end right is where left was.
  void mirror_end() {
    for (Vec4& p : end_) p.x = -p.x;
  }

  void measure() {
    const int count = static_cast<int>(packs.size());
    for (int i = 0; i < count; ++i) rigid()(i);
    for (int i = 0; i < count; ++i) shapes()(i);
    for (int i = 0; i < count; ++i) flatness()(i);
  }
  MeasureRigid rigid() { return {packs.data(), motions().rigid, start_.data(), end_.data(), slacks.data()}; }
  MeasureShapes shapes() { return {packs.data(), motions(), start_.data(), end_.data()}; }
  FindFlatPacks flatness() { return {{neighbours.offsets.data(), neighbours.packs.data()}, motions()}; }

  /// What lies around a place goes by a way, all else stays; from where all came to, or from a little beside that.
  void move_some(bool jump) {
    for (Vec4& p : end_) p = Vec4(xyz(p) + (jump ? Vec3(0.001f, 0, 0) : Vec3(0)), 1);
    start_ = end_;
    const Vec3 middle = xyz(start_[0]) + draw_way(0.1f), way = draw_way(0.003f);
    for (Vec4& p : end_)
      if (glm::distance(xyz(p), middle) < 0.05f) p = Vec4(xyz(p) + way, 1);
  }

  PackMotions motions() { return buffers_.view(); }
  std::span<const float> flat() { return {buffers_.flat.data(), packs.size()}; }

  /// The least distance, at any of nine times, of features of two packs that have no vertex in common: m.
  double distance(int a, int b) const {
    double least = 1e30;
    for (int k = 0; k <= 8; ++k) {
      for_features(a, b, [&](PairKind kind, Int4 v) {
        Point<double> x[4];
        for (int i = 0; i < 4; ++i) {
          const Point<double> from(xyz(start_[v[i]])), to(xyz(end_[v[i]]));
          x[i] = from + (to - from) * (k / 8.0);
        }
        least = std::min(least, std::sqrt(nearest(kind, x).squared));
      });
    }
    return least;
  }

  std::vector<FeaturePack> packs;
  PackNeighbourLists neighbours;
  std::vector<float> slacks;  // per vertex, m

 private:
  template <class Visit>
  void for_features(int a, int b, Visit visit) const {
    const auto faces = [&](const FeaturePack& of, const FeaturePack& with) {
      for (unsigned bits = of.own_vertices(); bits; bits &= bits - 1) {
        const int i = trailing_zeros(bits), v = of.corners[i / 8][i % 8];
        for (int lane = 0; lane < 8; ++lane) {
          const Int3 t = with.triangle(lane);
          if ((with.present >> lane & 1) && v != t.x && v != t.y && v != t.z)
            visit(PairKind::vertex_face, Int4(v, t.x, t.y, t.z));
        }
      }
    };
    faces(packs[a], packs[b]);
    faces(packs[b], packs[a]);
    for (int i = 0; i < packs[a].edges; ++i) {
      for (int j = 0; j < packs[b].edges; ++j) {
        const Int2 e = packs[a].edge(i), f = packs[b].edge(j);
        if (e.x != f.x && e.x != f.y && e.y != f.x && e.y != f.y) visit(PairKind::edge_edge, Int4(e.x, e.y, f.x, f.y));
      }
    }
  }

  std::mt19937 random_;
  Model model_;
  std::vector<Vec4> start_, end_;
  PackMotionBuffers buffers_;
};

bool told_apart(const PackMotions& motions, int a, int b, float far) {
  return apart_on_the_way<float>(motions, a, b) > far;
}

TEST(PackMotion, WhatPlanesPartStaysApart) {
  int parted = 0, near = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    Packs packs(2, 0.3f, seed);
    const bool level = seed % 2 == 0;  // slabs count then, and how they turn
    packs.bend(level ? 0 : 0.03f, level ? 0 : 0.1f * kEdge, level ? 1.5f : 0.5f, level ? 0.01f : 0.03f);
    packs.measure();
    const int count = static_cast<int>(packs.packs.size());
    for (int a = 0; a < count; a += 3) {
      for (int b = a + 1; b < count; b += 7) {
        const double distance = packs.distance(a, b);
        for (const float far : {0.0f, 0.3f * kEdge, kEdge}) {
          const bool told = told_apart(packs.motions(), a, b, far);
          parted += told;
          near += distance <= far;
          if (told) {
            EXPECT_GT(distance, far) << a << " " << b;
          }
        }
      }
    }
  }
  EXPECT_GT(parted, 1000);
  EXPECT_GT(near, 5);
}

/// Two level sheets one above the other, turned so that no box parts them: their slabs do.
TEST(PackMotion, SlabsPartSheetsThatLieOnEachOther) {
  Packs packs(2, 0, 1);
  const float height = 0.3f * kEdge;
  packs.lay_on_each_other(height, 0.7f);
  packs.measure();
  const int count = static_cast<int>(packs.packs.size());
  int over = 0;
  for (int a = 0; a < count / 2; ++a) {
    for (int b = count / 2; b < count; ++b) {
      EXPECT_TRUE(told_apart(packs.motions(), a, b, 0.95f * height)) << a << " " << b;
      over += !told_apart(packs.motions(), a, b, 1.01f * height);
    }
  }
  EXPECT_GE(over, count / 2) << "each lies over one at least";
}

TEST(FlatPacks, StayAsFarApartAsTheySay) {
  int flat = 0, not_flat = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    Packs packs(1, 0.3f, seed);
    packs.bend(0.004f * static_cast<float>(seed), 0.03f * kEdge * static_cast<float>(seed % 4), 0.3f, 0.1f);
    packs.measure();
    for (int a = 0; a < static_cast<int>(packs.packs.size()); ++a) {
      for (int k = packs.neighbours.offsets[a]; k < packs.neighbours.offsets[a + 1]; ++k) {
        const int b = packs.neighbours.packs[k];
        const float told = std::min(packs.flat()[a], packs.flat()[b]);
        (told > 0.1f * kEdge ? flat : not_flat) += 1;
        if (told > 0 && b >= a) {
          EXPECT_GE(packs.distance(a, b), told) << a << " " << b << " of seed " << seed;
        }
      }
    }
  }
  EXPECT_GT(flat, 1000);
  EXPECT_GT(not_flat, 500);
}

/// Packs that are level themselves, and those across the fold turned to them.
TEST(FlatPacks, AreFlatNoMoreBesideAFold) {
  for (float angle = 0; angle < 3.1f; angle += 0.1f) {
    Packs packs(1, 0, 1);
    packs.fold(angle);
    packs.measure();
    int flat = 0;
    for (int a = 0; a < static_cast<int>(packs.packs.size()); ++a) {
      flat += packs.flat()[a] > 0.7f * kEdge;
      for (int k = packs.neighbours.offsets[a]; k < packs.neighbours.offsets[a + 1]; ++k) {
        const int b = packs.neighbours.packs[k];
        if (b >= a) {
          EXPECT_GE(packs.distance(a, b), std::min(packs.flat()[a], packs.flat()[b]))
              << a << " " << b << " at " << angle;
        }
      }
    }
    EXPECT_GT(flat, 10) << "away from it they are";
  }
}

/// Right triangles: the least altitude is the one to the diagonal.
TEST(FlatPacks, AreFlatByTheirAltitudes) {
  Packs packs(1, 0, 1);
  packs.measure();
  int inside = 0;
  for (size_t i = 0; i < packs.packs.size(); ++i) {
    const bool has_neighbours = packs.neighbours.offsets[i] < packs.neighbours.offsets[i + 1];
    inside += has_neighbours;
    if (has_neighbours)
      EXPECT_NEAR(packs.flat()[i], kEdge / std::sqrt(2.0f), 2e-3f * kEdge);
    else
      EXPECT_LE(packs.flat()[i], 0);
  }
  EXPECT_GT(inside, static_cast<int>(packs.packs.size()) / 4);
  EXPECT_LT(inside, static_cast<int>(packs.packs.size())) << "those on the border are not";
}

/// A sheet that turns over along its middle while it is on its way is flat at both ends, and not in between.
TEST(FlatPacks, AreNotFlatWhereTheyTurnOver) {
  Packs packs(1, 0, 1);
  packs.mirror_end();
  packs.measure();
  for (const float flat : packs.flat()) EXPECT_LE(flat, 0);
}

/// All that is known of motions, number by number.
std::vector<float> numbers(const PackMotions& m, size_t packs) {
  std::vector<float> all;
  for (const Vec4* of :
       {m.rigid.ways, m.rigid.turns, m.rigid.middles, m.lows, m.highs, m.ends_low, m.ends_high, m.normals}) {
    for (size_t i = 0; i < packs; ++i) all.insert(all.end(), {of[i].x, of[i].y, of[i].z, of[i].w});
  }
  for (size_t i = 0; i < packs; ++i) all.insert(all.end(), {m.facing[i].x, m.facing[i].y, m.flat[i]});
  return all;
}

/// Ways on which few move, none, or all are put elsewhere before; corrections; and other motions, as of the time to
/// come, that are measured in between with the same shapes.
TEST(PackMotion, WhatStandsIsAsIfMeasuredAgain) {
  Packs packs(2, 0.3f, 5);
  packs.bend(0.02f, 0, 0.5f, 0.03f);
  const size_t count = packs.packs.size();
  PackMotionBuffers kept;
  RigidMotionBuffers kept_going;
  StillnessBuffers buffers;
  kept.resize(count);
  kept_going.resize(count);
  buffers.resize(packs.slacks.size(), count);
  long long measured = 0, stood = 0;
  for (int round = 0; round < 120; ++round) {
    const bool going = round % 2 == 1;
    if (round % 5 != 4) packs.move_some(round % 11 == 10);
    for (float& slack : packs.slacks) slack = round % 7 == 6 && packs.draw(1) > 0.9f ? 0.001f : 0;
    packs.measure();
    PackMotions motions = kept.view();
    if (going) motions.rigid = kept_going.view();
    const Stillness stillness = buffers.view(motions.rigid);
    const int all = 1;
    MeasureRigid rigid = packs.rigid();
    MeasureShapes shapes = packs.shapes();
    const NoteVertices note{stillness, rigid.from, rigid.to, rigid.slacks, &all};
    for (size_t v = 0; v < packs.slacks.size(); ++v) note(static_cast<int>(v));
    rigid.motions = motions.rigid;
    shapes.motions = motions;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      const auto counted = [&](const auto& measure) {
        return [&](int pack) {
          measure(pack);
          ++measured;
        };
      };
      stillness.note_pack(i, packs.packs[i]);
      stillness.measure(i, going ? Stillness::kGoing : Stillness::kRigid, counted(rigid));
      stillness.measure(i, Stillness::kShape, counted(shapes));
    }
    FindFlatPacks flatness = packs.flatness();
    flatness.motions = motions;
    const FindChangedFlatPacks find_changed{flatness, stillness};
    for (int i = 0; i < static_cast<int>(count); ++i) find_changed(i);
    ASSERT_EQ(numbers(motions, count), numbers(packs.motions(), count)) << "round " << round;
    stood += 2 * static_cast<long long>(count);
  }
  EXPECT_LT(measured, 3 * stood / 4);  // else nothing was spared
  EXPECT_GT(measured, stood / 10);
}

}  // namespace
}  // namespace raycloth::cpu
