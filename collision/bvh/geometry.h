// The trees of a scene, laid out once for its meshes, with the arrays that they stand in. `scene` is what kernels get.
#pragma once

#include <vector>

#include "collision/bvh/hierarchy.h"
#include "collision/scene.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

class Geometry {
 public:
  /// `view` points to vertex and triangle arrays that outlive this, with everything at its place; its objects, trees
  /// and groups are set here. Refits every tree once, without motion.
  Geometry(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects);

  CollisionScene scene;
  std::vector<CollisionObject> host_objects;
  /// After a change of host_objects, between steps.
  void upload_objects();
  /// After a kernel changed them, between steps.
  void download_objects() { host_objects = objects_.download(); }

  /// Brings the trees to the present positions; the objects' frames only where they are needed. On the queue.
  void refit(Queue& queue, bool with_frames);

  /// Of all trees.
  size_t nodes() const { return nodes_.size(); }
  int packs() const { return static_cast<int>(packs_.size()); }
  /// Boxes of an object's tree of triangles, see Handler::boxes.
  std::vector<Box> boxes(int object, int level) const;

 private:
  Buffer<CollisionObject> objects_;
  Buffer<CollisionEdge> edges_;
  Buffer<Int2> groups_;
  Buffer<TrianglePack> packs_;
  Buffer<Box8> nodes_;
  Buffer<Box> bounds_;
  Buffer<Vec4> frames_;
  RefitPlan plan_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
