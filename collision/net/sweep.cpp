#include "collision/net/sweep.h"

#include <algorithm>
#include <utility>

#include "collision/net/look.h"
#include "collision/net/touch.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// SweepView::look as a part of the median edge.
constexpr float kLook = 0.2f;

/// How far a correction may put a vertex: parts of `look` and of its own way.
constexpr float kSlackOfLook = 0.15f, kSlackOfWay = 0.1f;
/// Pairs that there is room for at first, per vertex.
constexpr int kPairsPerVertex = 4;

static float median_edge_of(const CollisionScene& scene, const std::vector<CollisionObject>& objects,
                            const std::vector<Int3>& triangles) {
  std::vector<Vec4> x(scene.vertices_count);
  memory::copy_out(x.data(), scene.rest, x.size() * sizeof(Vec4));
  std::vector<float> lengths;
  for (const CollisionObject& object : objects) {
    if (object.kind != ObjectKind::cloth) continue;
    for (int t = object.first_triangle; t < object.first_triangle + object.triangles; ++t) {
      for (int k = 0; k < 3; ++k)
        lengths.push_back(glm::distance(xyz(x[triangles[t][k]]), xyz(x[triangles[t][(k + 1) % 3]])));
    }
  }
  if (lengths.empty()) return 0;
  std::nth_element(lengths.begin(), lengths.begin() + lengths.size() / 2, lengths.end());
  return lengths[lengths.size() / 2];
}

/// See SweepView::owned.
static std::vector<unsigned char> owned_features(const std::vector<Int3>& triangles,
                                                 const std::vector<Int3>& neighbours, int vertices) {
  std::vector<unsigned char> owned(triangles.size()), taken(vertices);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      if (!std::exchange(taken[triangles[t][k]], 1)) owned[t] |= 1 << k;
      if (neighbours[t][k] < 0 || t < neighbours[t][k]) owned[t] |= 8 << k;
    }
  }
  return owned;
}

Sweep::Sweep(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects,
             const std::vector<unsigned char>& held)
    : scene_(view),
      host_objects_(std::move(objects)),
      held_(held),
      looking_count_(1),
      crossed_count_(1),
      pairs_count_(1),
      counters_(1) {
  std::vector<Int3> triangles(scene_.triangles_count), neighbours(scene_.triangles_count);
  memory::copy_out(triangles.data(), scene_.triangles, triangles.size() * sizeof(Int3));
  memory::copy_out(neighbours.data(), scene_.triangle_neighbours, neighbours.size() * sizeof(Int3));
  look_ = kLook * median_edge_of(scene_, host_objects_, triangles);
  owned_ = Buffer<unsigned char>(owned_features(triangles, neighbours, scene_.vertices_count));
  nodes_.resize(lay_out_trees(host_objects_));
  plan_ = plan_refit(host_objects_);
  objects_ = Buffer<CollisionObject>(host_objects_);
  bounds_.resize(host_objects_.size());
  frames_.resize(host_objects_.size());
  const size_t packs = plan_.pack_objects.size(), vertices = scene_.vertices_count;
  boxes_.resize(packs);
  looks_.resize(packs);
  own_.resize(packs);
  others_.resize(packs);
  looking_.resize(kParts * packs);
  start_.resize(vertices);
  motions_.resize(packs);
  moving_.resize(packs);
  slacks_.resize(vertices);
  wide_.resize(vertices);
  crossed_.resize(vertices);
  marks_.resize(vertices);
  pairs_.resize(kPairsPerVertex * vertices);
  scene_.objects_count = static_cast<int>(host_objects_.size());
  scene_.objects = objects_.data();
  scene_.nodes = nodes_.data();
  scene_.bounds = bounds_.data();
  scene_.frames = frames_.data();
  scene_.positions = start_.data();
  queue.run([&] { forget(queue); });
  queue.synchronize();
}

float Sweep::median_edge() const { return look_ / kLook; }

void Sweep::set_half_thickness(int object, float e) {
  host_objects_[object].half_thickness = e;
  objects_.upload(host_objects_);
}

SweepView Sweep::view(const Vec4* end, const int* go, bool corrects) {
  return {.scene = scene_,
          .end = end,
          .held = held_.data(),
          .owned = owned_.data(),
          .look = look_,
          .go = go,
          .corrects = corrects,
          .wide = wide_.data(),
          .motions = motions_.data(),
          .moving = moving_.data(),
          .slacks = slacks_.data(),
          .boxes = boxes_.data(),
          .own = own_.data(),
          .others = others_.data(),
          .looks = looks_.data(),
          .looking = looking_.data(),
          .looking_count = looking_count_.data(),
          .crossed = crossed_.data(),
          .marks = marks_.data(),
          .pairs = pairs_.data(),
          .pairs_count = pairs_count_.data(),
          .capacity = capacity(),
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
  forget_budgets(queue);
}

void Sweep::count_crossed(Queue& queue) {
  const int* crossed = crossed_.data();
  int* count = crossed_count_.data();
  queue.zero(count, sizeof(int));
  parallel_for(queue, "count_crossed", scene_.vertices_count, bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (crossed[v]) atomic_add(count, 1);
  });
}

void Sweep::forget_budgets(Queue& queue) {
  queue.zero(own_.data(), own_.size() * sizeof(float));
  queue.zero(others_.data(), others_.size() * sizeof(float));
}

/// Vertices taken for an object's frame.
constexpr int kFrameSamples = 64;

static void measure_frames(Queue& queue, const SweepView& view) {
  parallel_for(queue, "measure_frames", view.scene.objects_count, 2 * kFrameSamples * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int o) {
                 if (!*view.go) return;
                 const CollisionObject& object = view.scene.objects[o];
                 const int stride = (object.vertices + kFrameSamples - 1) / kFrameSamples;
                 Vec3 sum(0);
                 int samples = 0;
                 for (int i = 0; i < object.vertices; i += stride, ++samples) {
                   const int v = object.first_vertex + i;
                   sum += xyz(view.end[v]) - xyz(view.scene.positions[v]);
                 }
                 view.scene.frames[o] = Vec4(object.moves ? sum / static_cast<float>(samples) : Vec3(0), 0);
               });
}

static void measure_slacks(Queue& queue, const SweepView& view) {
  parallel_for(queue, "measure_slacks", view.scene.vertices_count, 3 * bytes<Vec4, int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*view.go) return;
    Vec3 way = xyz(view.end[v]) - xyz(view.scene.positions[v]);
    if (!view.wide[v]) way = (way - xyz(view.scene.frames[view.scene.vertex_object[v]])) * kSlackOfWay;
    const bool moves = view.corrects && view.mobility(v) > 0;
    view.slacks[v] = moves ? kSlackOfLook * view.look + sqrtf(glm::dot(way, way)) : 0;
  });
}

/// A box of nothing reaches below itself: of two packs that look at each other, the one that leads sees both.
void Sweep::find_pairs(Queue& queue, const SweepView& now, bool self_collision) {
  const int packs = static_cast<int>(plan_.pack_objects.size());
  const int* pack_objects = plan_.pack_objects.data();
  queue.zero(looking_count_.data(), sizeof(int));
  queue.zero(pairs_count_.data(), sizeof(int));
  measure_frames(queue, now);
  measure_slacks(queue, now);
  parallel_for(queue, "measure_packs", packs, 24 * (bytes<Vec4, float, int>)+bytes<Box8, Box> + 8 * bytes<Int3>,
               MeasurePack{now, pack_objects, self_collision});
  refit_above(queue, scene_, plan_, 0);
  parallel_for(queue, "look_around", DeviceCount{kParts * packs, now.looking_count}, bytes<Box8>,
               [look = Look{now, pack_objects}] RAYCLOTH_KERNEL(int i) { look(i); });
  parallel_for(queue, "settle_crossed", scene_.vertices_count, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*now.go) return;
    now.crossed[v] = now.marks[v] > 0 ? 1 : 0;
    now.marks[v] = 0;
  });
  note_most(queue, "note_pairs", now.pairs_count, &now.counters->most_pairs);
}

void Sweep::find_touching(Queue& queue, const SweepView& now, bool self_collision) {
  const int* pack_objects = plan_.pack_objects.data();
  queue.zero(pairs_count_.data(), sizeof(int));
  parallel_for(queue, "place_packs", static_cast<int>(plan_.pack_objects.size()),
               24 * bytes<Vec4> + bytes<Box8, Box> + 8 * bytes<Int3>, PlacePack{now, pack_objects});
  refit_above(queue, scene_, plan_, 0);
  parallel_for(queue, "find_touching", kParts * static_cast<int>(plan_.pack_objects.size()), bytes<Box8>,
               TouchSearch{{now, pack_objects}, self_collision});
  note_most(queue, "note_pairs", now.pairs_count, &now.counters->most_pairs);
}

void Sweep::spend(Queue& queue, const Vec4* end) {
  const SweepView now = view(end, nullptr, false);
  const int* pack_objects = plan_.pack_objects.data();
  parallel_for(queue, "spend_budgets", static_cast<int>(plan_.pack_objects.size()), 24 * (2 * bytes<Vec4> + bytes<int>),
               [=] RAYCLOTH_KERNEL(int pack) {
                 const int o = pack_objects[pack];
                 const CollisionObject& object = now.scene.objects[o];
                 if (!object.moves) return;
                 const Vec3 frame = xyz(now.scene.frames[o]);
                 float most = 0;
                 const MeasurePack measure{now, pack_objects, false};
                 measure.for_corners(triangles_of(object, pack), [&](int v) {
                   const Vec3 way = measure.way_of(v) - frame;
                   most = larger(most, glm::dot(way, way));
                 });
                 most = sqrtf(most) + kRounding;
                 now.own[pack] = larger(now.own[pack] - most, 0.0f);
                 now.others[pack] = larger(now.others[pack] - most - sqrtf(glm::dot(frame, frame)), 0.0f);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
