// The solver's device arrays: everything that a step reads and writes. Topology is the Model's, uploaded once.
#pragma once

#include "collision/scene.h"
#include "device/buffer.h"
#include "sim/bodies/bodies.h"
#include "sim/model/grip.h"
#include "sim/model/model.h"
#include "sim/settings.h"
#include "sim/simulation.h"
#include "sim/solver/fabric/fabric.h"
#include "sim/solver/vertices/ties.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A grabbed point of the cloth and where it shall go. `active` 0: unused.
struct Grab {
  int triangle;
  Int3 vertices;
  int active;
  Vec3 barycentric;
  float force_limit;                      // N
  Vec3 from, target;                      // m, at the start and the end of the step
  float compliance;                       // m/N
  float mobility[Simulation::kMaxGrabs];  // 1/kg, of this point under the pull of each grab
};

/// A vertex that grabs move, and its share in the pull of each (sim/model/grip.h).
struct HeldVertex {
  int vertex;
  float shares[Simulation::kMaxGrabs];  // 1/kg
};

/// What changes from step to step without changing the launches: read from device memory.
struct StepInputs {
  Grab grabs[Simulation::kMaxGrabs];
  HeldVertex held[Simulation::kMaxGrabs * kMaxGripVertices];
  int held_count;
  Vec3 wind;  // m/s, with its gusts
  int turn;   // see SweepView
};

/// Notes the vertices that the grabs take hold of, on the host.
void find_held_vertices(const Model& model, StepInputs& inputs);

struct State {
  explicit State(const Model& model);

  int vertices_count, triangles_count;

  Buffer<Vec4> positions;      // xyz in m, w = inverse mass in 1/kg
  Buffer<Vec4> previous;       // positions at the start of the substep
  Buffer<Vec4> velocities;     // m/s
  Buffer<Vec4> accelerations;  // m/s^2, of this detection interval: gravity, wind and drag
  Buffer<Vec4> normals;        // unit, per vertex
  Buffer<Vec4> rest;           // the model's positions
  Buffer<float> pressed;       // kg m, how hard what never yields pressed a vertex in the last substep
  Buffer<float> shelter;       // 0 to 1, by twos per vertex: outward, inward; see forces.cpp
  Buffer<Vec4> triangle_drag;  // m/s^2 of the triangle times its area, w = area
  /// How many vertices the air drives too far for the settings' substeps; see forces.cpp.
  Buffer<int> driven = Buffer<int>(1);

  Buffer<TangledVertices> tangled = Buffer<TangledVertices>(1);  // none between steps

  Buffer<float> thickness_factors;  // of e
  Buffer<int> vertex_object;
  Buffer<Int3> triangles, triangle_neighbours;
  Buffer<int> triangle_object;
  Buffer<int> vertex_triangle_offsets, vertex_triangles;

  MembraneArrays membrane;
  BendArrays bend;
  CreaseArrays creases;
  EdgeArrays edges;
  std::vector<LevelArrays> levels;

  Buffer<float> ground_heights;  // per vertex, where there is ground: y in m of its centre on it
  Buffer<float> ground_levels;   // likewise: as far as it lifts the vertex by now, which is all but what began below it
  Buffer<Vec2> ground_friction;  // likewise: static, kinetic
  Buffer<float> ground_lifts;    // likewise: m by which it lifted the vertex in this substep
  Buffer<Attachment> attachments, fastenings;
  TieArrays ties;

  Buffer<BodyState> bodies;  // in the order of Model::bodies

  Buffer<Material> materials;  // per object
  Buffer<StepInputs> inputs;
  Buffer<Vec4> pulls;  // per grab, of this substep: force times h^2, in kg m
};

}  // namespace raycloth::RAYCLOTH_DEVICE
