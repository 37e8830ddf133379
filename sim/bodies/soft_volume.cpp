// Soft bodies keep their volume: one XPBD constraint a body, C = V - V_0, without compliance. The gradient of the
// volume of a closed surface about a vertex is a third of the area vectors of its triangles (Mueller et al. 2007,
// "Position based dynamics", eq. 15), so a body that is pressed in somewhere bulges everywhere else.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A third of the area vectors of the triangles around each vertex, and pieces of the sums of (x - centre) . g (three
/// times the volume) and of g^2 / m, in a fixed order.
static void sum_volumes(Queue& queue, World& world) {
  const Int2* chunks = world.bodies.soft_chunks.data();
  const Body* bodies = world.bodies.constants.data();
  const BodyState* states = world.state.bodies.data();
  const Vec4* x = world.state.positions.data();
  const Int3* triangles = world.state.triangles.data();
  const int* offsets = world.state.vertex_triangle_offsets.data();
  const int* incident = world.state.vertex_triangles.data();
  Vec4* gradients = world.bodies.volume_gradients.data();
  Vec4* sums = world.bodies.chunk_sums.data();
  parallel_for(
      queue, "sum_volumes", static_cast<int>(world.bodies.soft_chunks.size()),
      bytes<Int2> + kChunk * (2 * bytes<Vec4> + bytes<Int2> + 6 * (bytes<int, Int3> + 3 * bytes<Vec4>)) + bytes<Vec4>,
      [=] RAYCLOTH_KERNEL(int i) {
        const Body& body = bodies[chunks[i].x];
        const Vec3 centre = xyz(states[chunks[i].x].centre);
        const int first = chunks[i].y, end = body.first_vertex + body.vertices;
        float tripled = 0, give = 0;
        for (int v = first; v < end && v < first + kChunk; ++v) {
          Vec3 doubled(0);
          for (int k = offsets[v]; k < offsets[v + 1]; ++k) {
            const Int3 t = triangles[incident[k]];
            const Vec3 a = xyz(x[t.x]);
            doubled += glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
          }
          const Vec3 gradient = doubled / 6.0f;
          gradients[body.first_soft + v - body.first_vertex] = Vec4(gradient, 0);
          tripled += glm::dot(xyz(x[v]) - centre, gradient);
          give += glm::dot(gradient, gradient) * x[v].w;
        }
        sums[4 * i] = Vec4(tripled, give, 0, 0);
      });
}

void keep_volumes(Queue& queue, World& world) {
  if (world.bodies.soft_count == 0) return;
  sum_volumes(queue, world);
  const Body* bodies = world.bodies.constants.data();
  const Vec4* sums = world.bodies.chunk_sums.data();
  float* pushes = world.bodies.volume_pushes.data();
  parallel_for(queue, "find_volumes", world.bodies.count, bytes<Body, float>, [=] RAYCLOTH_KERNEL(int i) {
    const Body& body = bodies[i];
    Vec4 sum(0);
    for (int c = body.first_chunk; c < body.first_chunk + body.chunks; ++c) sum += sums[4 * c];
    pushes[i] = sum.y > 0 ? (body.volume - sum.x / 3.0f) / sum.y : 0;
  });
  const Int2* listed = world.bodies.soft_vertices.data();
  const Vec4* gradients = world.bodies.volume_gradients.data();
  Vec4* x = world.state.positions.data();
  const int count = static_cast<int>(world.bodies.soft_vertices.size());
  parallel_for(queue, "keep_volumes", count, bytes<Int2, float> + 3 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    const int v = listed[i].x;
    x[v] = Vec4(xyz(x[v]) + xyz(gradients[i]) * (pushes[listed[i].y] * x[v].w), x[v].w);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
