#include "collision/rays/intersect.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Vertex normals: sums of the cross products of their triangles (area weighted), in the order of the model.
void find_normals(Queue& queue, State& state) {
  const Vec4* x = state.positions.data();
  const Int3* triangles = state.triangles.data();
  const int* offsets = state.vertex_triangle_offsets.data();
  const int* incident = state.vertex_triangles.data();
  Vec4* normals = state.normals.data();
  parallel_for(queue, "find_normals", state.vertices_count,
               Moves(bytes<Int2, Vec4>).per(offsets + state.vertices_count, bytes<int, Int3> + 3 * bytes<Vec4>),
               [=] RAYCLOTH_KERNEL(int i) {
                 Vec3 sum(0);
                 for (int k = offsets[i]; k < offsets[i + 1]; ++k) {
                   const Int3 t = triangles[incident[k]];
                   const Vec3 a = xyz(x[t.x]);
                   sum += glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
                 }
                 const float length = sqrtf(glm::dot(sum, sum));
                 normals[i] = length > 0 ? Vec4(sum / length, 0) : Vec4(0, 1, 0, 0);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
