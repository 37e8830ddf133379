// What a look found, copied to the host, where the functions of TangleView and WaysOut work on it as they do in
// kernels: for whoever shows it.
#pragma once

#include <vector>

#include "collision/untangle/tangles.h"

namespace raycloth::RAYCLOTH_DEVICE {

class FoundTangles {
 public:
  /// Of the last look, between steps, waiting for the device. The look had room for all pairs.
  FoundTangles(Tangles& tangles, bool self_collision);
  FoundTangles(const FoundTangles&) = delete;
  FoundTangles& operator=(const FoundTangles&) = delete;

  int pairs() const { return static_cast<int>(pairs_.size()); }
  const TangleView& view() const { return view_; }

 private:
  TangleView view_;  // of the arrays below; what is not among them is the device's
  std::vector<CollisionObject> objects_;
  std::vector<Vec4> positions_, normals_;
  std::vector<int> vertex_object_, triangle_object_;
  std::vector<Int3> triangles_, neighbours_;
  std::vector<int> offsets_, regions_, region_sizes_, ends_, contours_;
  std::vector<TangledPair> pairs_;
  std::vector<ContourGradient> gradients_;
  std::vector<Vec4> ways_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
