#include "collision/untangle/tangles.h"

#include <algorithm>

#include "device/memory.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Pairs that there is room for at first.
constexpr int kFirstPairs = 1024;
/// Places in the sets for each pair: of its 18 pairs of vertices, 12 differ, and neighbours have most of them too.
constexpr unsigned kMostVertices = 32;

/// Of the vertices of each object at rest.
static std::vector<Vec4> rest_middles(const CollisionScene& scene, size_t objects) {
  std::vector<Vec4> rest(scene.vertices_count);
  std::vector<int> object(rest.size());
  memory::copy_out(rest.data(), scene.rest, rest.size() * sizeof(Vec4));
  memory::copy_out(object.data(), scene.vertex_object, object.size() * sizeof(int));
  std::vector<glm::dvec4> sums(objects);
  for (size_t v = 0; v < rest.size(); ++v) sums[object[v]] += glm::dvec4(glm::dvec3(rest[v]), 1);
  std::vector<Vec4> middles;
  for (const glm::dvec4& sum : sums) middles.push_back(Vec4(sum / std::max(sum.w, 1.0)));
  return middles;
}

Tangles::Tangles(CollisionScene view, std::vector<CollisionObject> objects, Buffer<TangledVertices>& tangled)
    : scene_(view),
      nodes_(lay_out_trees(objects)),
      plan_(plan_refit(objects)),
      offsets_(scene_.triangles_count + 1),
      open_(3),
      regions_(scene_.vertices_count),
      region_sizes_(scene_.vertices_count),
      ends_(scene_.vertices_count),
      tangled_(tangled),
      counters_(1) {
  objects_ = Buffer<CollisionObject>(objects);
  middles_ = Buffer<Vec4>(rest_middles(scene_, objects.size()));
  bounds_.resize(objects.size());
  boxes_.resize(plan_.pack_objects.size());
  scene_.objects_count = static_cast<int>(objects.size());
  scene_.objects = objects_.data();
  scene_.nodes = nodes_.data();
  scene_.bounds = bounds_.data();
  reserve(kFirstPairs);
}

void Tangles::reserve(int pairs) {
  pairs_.resize(pairs);
  contours_.resize(2 * static_cast<size_t>(pairs));
  gradients_.resize(pairs);
  ways_.resize(pairs);
  unsigned places = 1;
  while (places < kMostVertices * static_cast<unsigned>(pairs)) places *= 2;
  all_keys_.resize(places);
  sheet_keys_.resize(places);
  region_keys_.resize(places);
  const TangledVertices tangled{{all_keys_.data(), places - 1},
                                {sheet_keys_.data(), places - 1},
                                {region_keys_.data(), places - 1},
                                regions_.data(),
                                0};
  tangled_.upload({&tangled, 1});
}

TangleView Tangles::view(bool self_collision) {
  return {.scene = scene_,
          .boxes = boxes_.data(),
          .pack_objects = plan_.pack_objects.data(),
          .middles = middles_.data(),
          .self_collision = self_collision,
          .capacity = capacity(),
          .offsets = offsets_.data(),
          .pairs = pairs_.data(),
          .vertices_open = open_.data(),
          .triangles_open = open_.data() + 1,
          .contours_count = open_.data() + 2,
          .regions = {regions_.data()},
          .region_sizes = region_sizes_.data(),
          .ends = ends_.data(),
          .contours = {contours_.data()},
          .gradients = gradients_.data(),
          .ways = ways_.data(),
          .tangled = tangled_.data(),
          .counters = counters_.data()};
}

/// Near a pair: the vertices of both triangles that have the edge, and those of the one that it pierces.
void note_tangled(Queue& queue, const TangleView& view) {
  parallel_for(queue, "note_tangled", view.pair_count(), bytes<TangledPair> + 4 * bytes<Int3>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const TangledPair& pair = view.pairs[i];
                 const Int3 t = view.scene.triangles[pair.triangle];
                 const bool solid = view.scene.is_solid(pair.edge.x) || view.scene.is_solid(t.x);
                 for (const int s : {pair.owner, pair.neighbour}) {
                   if (s < 0) continue;
                   const Int3 corners = view.scene.triangles[s];
                   for (int k = 0; k < 9; ++k) {
                     view.tangled->all.add(corners[k / 3], t[k % 3]);
                     if (!solid) view.tangled->sheets.add(corners[k / 3], t[k % 3]);
                   }
                 }
               });
}

void Tangles::finish(Queue& queue) {
  TangledVertices* tangled = tangled_.data();
  parallel_for(queue, "finish_tangled", 1, bytes<int>, [=] RAYCLOTH_KERNEL(int) { tangled->any = 0; });
}

void Tangles::look(Queue& queue, bool self_collision) {
  const TangleView now = view(self_collision);
  find_tangled_pairs(queue, now, plan_);
  const auto forget = [&](Buffer<unsigned long long>& keys) {
    queue.zero(keys.data(), keys.size() * sizeof(unsigned long long));
  };
  forget(all_keys_);
  forget(sheet_keys_);
  forget(region_keys_);
  note_tangled(queue, now);
  part_regions(queue, now);
  join_contours(queue, now);
  find_ways_out(queue, now);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
