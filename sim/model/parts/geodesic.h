// Distances along cloth.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// The triangles around every vertex of a model's cloth, measured once.
class Wings {
 public:
  explicit Wings(const Model& model);

  /// A corner of a triangle as seen along one of its sides, from where that begins: m along it, and beside it.
  struct Opposite {
    float along, beside;
  };
  /// A triangle as seen from one of its corners.
  struct Wing {
    int a, b;                     // its other corners
    float to_a, to_b;             // m
    Opposite b_from_a, a_from_b;  // each beside the side to the other
  };

  int vertices() const { return static_cast<int>(offsets_.size()) - 1; }
  float longest() const { return longest_; }  // m, a side of a cloth's triangles
  std::span<const Wing> around(int vertex) const {
    return {wings_.data() + offsets_[vertex], wings_.data() + offsets_[vertex + 1]};
  }

 private:
  std::vector<int> offsets_{0};  // of the wings of each vertex
  std::vector<Wing> wings_;
  float longest_ = 0;
};

/// Distances over the cloth of a model from one vertex after another. A wave goes from triangle to triangle as if
/// each were unfolded beside the one before it: exact where the surface is flat, nearly so elsewhere (a fast marching
/// without sectors: D. Bommes, L. Kobbelt, "Accurate Computation of Geodesic Distance Fields for Polygonal Curves on
/// Triangle Meshes", 2007, unfold likewise).
class Geodesics {
 public:
  explicit Geodesics(const Wings& wings);

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
  void cross(float from_here, float side, float from_end, const Wings::Opposite& corner, int vertex);

  const Wings& wings_;
  float radius_ = 0;
  std::vector<float> distances_;
  std::vector<int> reached_;
  std::vector<Front> front_;
  std::vector<Arrival> arrivals_;
};

}  // namespace raycloth
