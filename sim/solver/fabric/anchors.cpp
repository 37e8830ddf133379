// Anchors: of each node of the coarse levels, the vertex of its patch that is pressed hardest by what never yields, or
// was not long ago. What follows the node is tied to it along the cloth (levels.cpp), so that all the cloth
// that hangs from a place that is held by contacts feels that place in every substep.
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct Push {
  bool counts;
  Vec3 by;  // kg m
};

/// How hard (kg m, in the last substep) what never yields presses each vertex.
static void find_pressed_vertices(Queue& queue, World& world) {
  const Response& r = world.response;
  const Vec4* rest = world.state.rest.data();
  const int *objects = world.state.vertex_object.data(), *offsets = r.incidence_offsets.data(),
            *incidence = r.incidence.data();
  const Int4* rows = r.vertices.data();
  const Vec4 *weights = r.weights.data(), *normals = r.normals.data(), *impulses = r.impulses.data();
  float* pressed = world.state.pressed.data();
  parallel_for(
      queue, "find_pressed", world.state.vertices_count,
      Moves(bytes<Int2, float>).per(offsets + world.state.vertices_count, bytes<int, Int4, Vec4>),
      [=] RAYCLOTH_KERNEL(int v) {
        Vec3 sum(0);
        const auto load = [&](int k) {
          const int row = incidence[k] / 4;
          bool others = false, yields = false;
          for (int c = 0; c < 4; ++c) {
            const int u = rows[row][c];
            const bool other = objects[u] != objects[v];
            others |= other;
            yields |= other && rest[u].w != 0;
          }
          return Push{others && !yields, xyz(normals[row]) * (component(weights, incidence[k]) * impulses[row].w)};
        };
        load_ahead(offsets[v], offsets[v + 1], load, [&](const Push& push) {
          if (push.counts) sum += push.by;
        });
        pressed[v] = sqrtf(glm::dot(sum, sum));
      });
}

struct Pressed {
  int vertex;
  float how_hard;
};

/// An anchor remains while it is pressed by this part of what presses any vertex of its patch hardest. What is hardly
/// pressed any more holds nothing: a sheet that slides off a turntable was stretched by a third by what it had lain on.
constexpr float kKeptPart = 0.5f;

/// Of every node's patch, the anchor that it had, or the vertex that is pressed hardest. Who that is changes from
/// detection to detection where several carry: cloth that is tied to each by turns is torn to and fro. Not while
/// anything may cross: that comes apart in motion.
void find_anchors(Queue& queue, World& world) {
  if (world.state.levels.empty()) return;
  find_pressed_vertices(queue, world);
  const Material* materials = world.state.materials.data();
  const float* pressed = world.state.pressed.data();
  const Vec4* vertices_at_rest = world.state.rest.data();
  const int* finer = nullptr;
  const bool keeps = !world.pace.crosses;
  for (LevelArrays& level : world.state.levels) {
    const RowsView restriction = level.restriction.view();
    const int* objects = level.objects.data();
    const Vec4* rest = level.rest.data();
    int* vertices = level.anchor_vertices.data();
    Vec4 *anchors = level.anchors.data(), *at_rest = level.anchors_at_rest.data();
    parallel_for(queue, "find_anchors", level.restriction.rows(), level.restriction.bytes_of_row() + bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   Pressed most{-1, 0};
                   const auto load = [&](int k) {
                     const int v = finer ? finer[k] : k;
                     return Pressed{v, v >= 0 ? pressed[v] : 0};
                   };
                   restriction.for_each(i, load, [&](const Pressed& vertex) {
                     if (vertex.how_hard > most.how_hard) most = vertex;
                   });
                   if (keeps && vertices[i] >= 0 && pressed[vertices[i]] > kKeptPart * most.how_hard)
                     most.vertex = vertices[i];
                   const bool known = most.vertex >= 0 && rest[i].w < kHuge;
                   vertices[i] = most.vertex;
                   if (most.vertex >= 0) at_rest[i] = vertices_at_rest[most.vertex];
                   anchors[i].w = known ? 1 + most_strain(materials[objects[i]]) : 0;
                 });
    finer = vertices;
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
