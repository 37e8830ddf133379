#include "collision/bvh/geometry.h"

#include <algorithm>
#include <utility>

#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

template <class T>
static std::vector<T> downloaded(const T* values, int count) {
  std::vector<T> copy(count);
  memory::copy_out(copy.data(), values, count * sizeof(T));
  return copy;
}

/// Vertices of every object, kGroup at a time.
static std::vector<Int2> group_vertices(std::vector<CollisionObject>& objects) {
  std::vector<Int2> groups;
  for (CollisionObject& object : objects) {
    object.first_group = static_cast<int>(groups.size());
    const int end = object.first_vertex + object.vertices;
    for (int v = object.first_vertex; v < end; v += kGroup) groups.emplace_back(v, std::min(v + kGroup, end));
  }
  return groups;
}

static float most_half_thickness(const std::vector<CollisionObject>& objects) {
  float most = 0;
  for (const CollisionObject& object : objects) most = std::max(most, most_half_thickness(object));
  return most;
}

Geometry::Geometry(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects)
    : scene(view), host_objects(std::move(objects)) {
  const std::vector<Int3> triangles = downloaded(scene.triangles, scene.triangles_count);
  edges_ = Buffer<CollisionEdge>(
      list_edges(triangles, downloaded(scene.triangle_neighbours, scene.triangles_count), host_objects));
  groups_ = Buffer<Int2>(group_vertices(host_objects));
  nodes_.resize(lay_out_trees(host_objects));
  plan_ = plan_refit(host_objects);
  packs_ = Buffer<TrianglePack>(list_packs(triangles, host_objects));
  objects_.resize(host_objects.size());
  bounds_.resize(host_objects.size());
  frames_.resize(host_objects.size());
  scene.objects_count = static_cast<int>(host_objects.size());
  scene.groups_count = static_cast<int>(groups_.size());
  scene.edge_places = static_cast<int>(edges_.size());
  scene.objects = objects_.data();
  scene.groups = groups_.data();
  scene.edges = edges_.data();
  scene.packs = packs_.data();
  scene.nodes = nodes_.data();
  scene.bounds = bounds_.data();
  scene.frames = frames_.data();
  upload_objects();
  queue.run([&] {
    choose_frames(queue, scene);
    raycloth::RAYCLOTH_DEVICE::refit(queue, scene, plan_, 0);
  });
  queue.synchronize();
}

void Geometry::upload_objects() {
  scene.most_half_thickness = most_half_thickness(host_objects);
  objects_.upload(host_objects);
}

void Geometry::refit(Queue& queue, bool with_frames) {
  if (with_frames) choose_frames(queue, scene);
  raycloth::RAYCLOTH_DEVICE::refit(queue, scene, plan_, 1);
}

std::vector<Box> Geometry::boxes(int object, int level) const {
  if (level == 0) return bounds_.download(object, 1);
  const Tree& tree = host_objects[object].packs;
  if (level > tree.levels) return {};
  const int first = tree.level_first[level - 1], end = level < tree.levels ? tree.level_first[level] : tree.end_node;
  std::vector<Box> boxes;
  for (const Box8& node : nodes_.download(first, end - first)) {
    for (int lane = 0; lane < 8; ++lane) boxes.push_back(node.get(lane));
  }
  return boxes;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
