#include "collision/net/sweep.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "collision/median_edge.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// SweepView::look as a part of the median edge.
constexpr float kLook = 0.2f;
/// How far beyond what makes contacts edges are measured, as a part of the median edge.
constexpr float kEdgesFarthest = 0.15f;
/// Pairs that there is room for at first, per vertex.
constexpr int kPairsPerVertex = 4;
/// The most, per vertex and per pack, and for however few of them. Piles list up to 6 pairs a vertex, what flies far in
/// a long step hundreds.
constexpr int kMostPairsPerVertex = 64, kMostPerPack = 1024, kMostOfFew = 1 << 18;

static std::vector<Int3> cloth_triangles(const std::vector<CollisionObject>& objects,
                                         const std::vector<Int3>& triangles) {
  std::vector<Int3> found;
  for (const CollisionObject& object : objects) {
    if (object.kind != ObjectKind::cloth) continue;
    const auto first = triangles.begin() + object.first_triangle;
    found.insert(found.end(), first, first + object.triangles);
  }
  return found;
}

static int packs_of(const std::vector<CollisionObject>& objects) {
  int packs = 0;
  for (const CollisionObject& object : objects) packs += (object.triangles + 7) / 8;
  return packs;
}

Sweep::Sweep(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects,
             const std::vector<unsigned char>& held)
    : scene_(view),
      host_objects_(std::move(objects)),
      near_(packs_of(host_objects_), view.vertices_count, static_cast<int>(host_objects_.size())),
      held_(held),
      crossed_count_(1),
      pairs_count_(1),
      always_(std::vector<int>{1}),
      counters_(1),
      edge_due_count_(1) {
  std::vector<Int3> triangles(scene_.triangles_count), neighbours(scene_.triangles_count);
  std::vector<Vec4> rest(scene_.vertices_count);
  memory::copy_out(triangles.data(), scene_.triangles, triangles.size() * sizeof(Int3));
  memory::copy_out(neighbours.data(), scene_.triangle_neighbours, neighbours.size() * sizeof(Int3));
  memory::copy_out(rest.data(), scene_.rest, rest.size() * sizeof(Vec4));
  edge_ = raycloth::median_edge(cloth_triangles(host_objects_, triangles), [&](int v) { return xyz(rest[v]); });
  nodes_.resize(lay_out_trees(host_objects_));
  plan_ = plan_refit(host_objects_);
  packs_ = Buffer<FeaturePack>(list_feature_packs(triangles, neighbours, rest, host_objects_));
  const PackNeighbourLists beside =
      list_pack_neighbours(packs_.download(), host_objects_, triangles, neighbours, scene_.vertices_count);
  neighbour_offsets_ = Buffer<int>(beside.offsets);
  neighbours_ = Buffer<int>(beside.packs);
  objects_ = Buffer<CollisionObject>(host_objects_);
  bounds_.resize(host_objects_.size());
  frames_.resize(host_objects_.size());
  motions_.resize(packs_.size());
  going_.resize(packs_.size());
  stillness_.resize(scene_.vertices_count, packs_.size());
  alarms_.resize(packs_.size());
  thickness_.resize(packs_.size());
  const size_t vertices = scene_.vertices_count;
  start_ = Buffer<Vec4>(vertices);
  last_ = Buffer<Vec4>(vertices);
  slacks_.resize(vertices);
  wide_.resize(vertices);
  crossed_.resize(vertices);
  marks_.resize(vertices);
  foreseen_.resize(vertices);
  reserve(kPairsPerVertex * scene_.vertices_count);
  scene_.objects_count = static_cast<int>(host_objects_.size());
  scene_.objects = objects_.data();
  scene_.nodes = nodes_.data();
  scene_.bounds = bounds_.data();
  scene_.frames = frames_.data();
  const Vec4* positions = scene_.positions;
  scene_.positions = start_.data();
  upload_thickness();
  reserve_packs(near_.capacity());
  queue.run([&] {
    begin(queue, positions);
    measure_motions(queue, this->view(start_.data(), always_.data(), false), true);
    forget(queue);
  });
  queue.synchronize();
}

static int most_of(int count, int each) {
  constexpr long long kMost = std::numeric_limits<int>::max() / 2;
  return static_cast<int>(std::clamp<long long>(static_cast<long long>(each) * count, kMostOfFew, kMost));
}

int Sweep::most_pairs() const { return most_of(scene_.vertices_count, kMostPairsPerVertex); }
int Sweep::most_pack_pairs() const { return most_of(static_cast<int>(packs_.size()), kMostPerPack); }

void Sweep::reserve(int pairs) {
  pairs_.resize(pairs);
  touching_ = {objects_.data(), pairs_.data(), pairs_count_.data(), pairs};
}

void Sweep::reserve_packs(int pairs) {
  near_.reserve(pairs);
  edge_due_.resize(pairs);
  edge_touching_.resize(pairs);
  edge_within_.resize(pairs);
  edge_bounds_.resize(pairs);
  const SweepView now = view(nullptr, nullptr, false);
  PackMotions going = now.motions;
  going.rigid = going_.view();
  near_edges_ = {packs_.data(),
                 going,
                 now.near.pairs,
                 edge_due_.data(),
                 edge_touching_.data(),
                 edge_within_.data(),
                 edge_bounds_.data(),
                 edge_due_count_.data(),
                 pairs,
                 edge_,
                 kEdgesFarthest * edge_,
                 foreseen_.data()};
}

void Sweep::set_half_thickness(int object, float e) {
  host_objects_[object].half_thickness = e;
  upload_thickness();
}

void Sweep::expect_touching(bool touching) {
  expects_touching_ = touching;
  near_.set_reach(host_objects_, touching);
}

void Sweep::upload_thickness() {
  objects_.upload(host_objects_);
  near_.set_reach(host_objects_, expects_touching_);
  std::vector<float> thickness;
  for (const CollisionObject& object : host_objects_)
    thickness.insert(thickness.end(), object.packs.entries, most_half_thickness(object));
  thickness_.upload(thickness);
}

SweepView Sweep::view(const Vec4* end, const int* go, bool corrects) {
  return {.scene = scene_,
          .packs = packs_.data(),
          .neighbours = {neighbour_offsets_.data(), neighbours_.data()},
          .near = near_.view(),
          .motions = motions_.view(),
          .stillness = stillness_.view(motions_.rigid.view()),
          .end = end,
          .velocities = nullptr,
          .ahead = 0,
          .expected = 0,
          .held = held_.data(),
          .look = kLook * edge_,
          .edge = edge_,
          .go = go,
          .corrects = corrects,
          .wide = wide_.data(),
          .slacks = slacks_.data(),
          .thickness = thickness_.data(),
          .alarms = alarms_.data(),
          .crossed = crossed_.data(),
          .marks = marks_.data(),
          .crossed_count = crossed_count_.data(),
          .turn = nullptr,
          .pairs = pairs_.data(),
          .pairs_count = pairs_count_.data(),
          .capacity = capacity(),
          .most_pairs = most_pairs(),
          .most_pack_pairs = most_pack_pairs(),
          .counters = counters_.data()};
}

void Sweep::begin(Queue& queue, const Vec4* positions) {
  queue.copy(start_.data(), positions, start_.size() * sizeof(Vec4));
}

/// Every vertex may belong to what crosses, until it was looked at.
void Sweep::forget(Queue& queue) {
  int* crossed = crossed_.data();
  parallel_for(queue, "doubt_vertices", scene_.vertices_count, bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) { crossed[v] = 1; });
  count_crossed(queue);
  forget_clearances(queue);
}

void Sweep::forget_clearances(Queue& queue) { near_.forget(queue); }

void Sweep::count_crossed(Queue& queue) {
  const int* crossed = crossed_.data();
  int* count = crossed_count_.data();
  queue.zero(count, sizeof(int));
  parallel_for(queue, "count_crossed", scene_.vertices_count, bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (crossed[v]) atomic_add(count, 1);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
