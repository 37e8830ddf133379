// Distances along cloth.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Distances over the triangles of a model from one vertex after another. A wave goes from triangle to triangle as if
/// each were unfolded beside the one before it: exact where the surface is flat, nearly so elsewhere (a fast marching
/// without sectors: D. Bommes, L. Kobbelt, "Accurate Computation of Geodesic Distance Fields for Polygonal Curves on
/// Triangle Meshes", 2007, unfold likewise).
class Geodesics {
 public:
  explicit Geodesics(const Model& model);

  struct Arrival {
    int vertex;
    float distance;  // m
  };
  /// All vertices nearer to `source` than `radius`, `source` among them, in no particular order.
  const std::vector<Arrival>& from(int source, float radius);

 private:
  struct Front {
    float distance;
    int vertex;
    bool operator>(const Front& other) const {
      return distance != other.distance ? distance > other.distance : vertex > other.vertex;
    }
  };
  void offer(int vertex, float distance);
  void cross(int a, int b, int c);

  const Model& model_;
  float longest_ = 0;  // m, a side of a cloth's triangles
  float radius_ = 0;
  std::vector<float> distances_;
  std::vector<int> reached_;
  std::vector<Front> front_;
  std::vector<Arrival> arrivals_;
};

}  // namespace raycloth
