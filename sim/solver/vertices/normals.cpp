#include "collision/rays/intersect.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Vertex normals: sums of the cross products of their triangles (area weighted), in the order of the model.
struct FindNormal {
  const Vec4* x;
  const Int3* triangles;
  const int *offsets, *incident;
  Vec4* normals;

  RAYCLOTH_HD void operator()(int v) const {
    Vec3 sum(0);
    for (int k = offsets[v]; k < offsets[v + 1]; ++k) {
      const Int3 t = triangles[incident[k]];
      const Vec3 a = xyz(x[t.x]);
      sum += glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
    }
    const float length = sqrtf(glm::dot(sum, sum));
    normals[v] = length > 0 ? Vec4(sum / length, 0) : Vec4(0, 1, 0, 0);
  }
};

}  // namespace

void find_normals(Queue& queue, State& state, const unsigned char* groups) {
  const int* offsets = state.vertex_triangle_offsets.data();
  const FindNormal find{state.positions.data(), state.triangles.data(), offsets, state.vertex_triangles.data(),
                        state.normals.data()};
  parallel_for(queue, "find_normals", state.vertices_count,
               Moves(bytes<Int2, Vec4>).per(offsets + state.vertices_count, bytes<int, Int3> + 3 * bytes<Vec4>),
               WhereBusy{find, groups});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
