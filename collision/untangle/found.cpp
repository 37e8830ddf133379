#include "collision/untangle/found.h"

namespace raycloth::RAYCLOTH_DEVICE {
namespace {

/// Copies an array of the device to the host, and has its view point there.
template <class T, class Pointer>
void fetch(std::vector<T>& into, Pointer*& from, size_t count) {
  into.resize(count);
  memory::copy_out(into.data(), from, count * sizeof(T));
  from = into.data();
}

}  // namespace

FoundTangles::FoundTangles(Tangles& tangles, bool self_collision) : view_(tangles.view(self_collision)) {
  CollisionScene& scene = view_.scene;
  const size_t vertices = scene.vertices_count, triangles = scene.triangles_count;
  fetch(offsets_, view_.offsets, triangles + 1);
  const size_t pairs = offsets_[triangles];
  fetch(objects_, scene.objects, scene.objects_count);
  fetch(positions_, scene.positions, vertices);
  fetch(normals_, scene.normals, vertices);
  fetch(vertex_object_, scene.vertex_object, vertices);
  fetch(triangle_object_, scene.triangle_object, triangles);
  fetch(triangles_, scene.triangles, triangles);
  fetch(neighbours_, scene.triangle_neighbours, triangles);
  fetch(regions_, view_.regions.parents, vertices);
  fetch(region_sizes_, view_.region_sizes, vertices);
  fetch(ends_, view_.ends, vertices);
  fetch(contours_, view_.contours.parents, 2 * pairs);
  fetch(pairs_, view_.pairs, pairs);
  fetch(gradients_, view_.gradients, pairs);
  fetch(ways_, view_.ways, pairs);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
