// Model: the whole scene in flat host arrays, ordered and coloured once at load, ready to be uploaded.
// Scene -> Model -> State. Every index is global (into the scene's arrays), ranges are half open.
// Knows nothing of files or devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/math.h"
#include "sim/model/attachment.h"
#include "sim/model/fabric.h"
#include "sim/model/mass_properties.h"
#include "sim/scene/scene.h"

namespace raycloth {

struct ModelObject {
  std::string name;
  ObjectKind kind = ObjectKind::cloth;
  Range vertices, triangles;
  Material material;
  Vec3 color;
  bool self_collision = true;
  bool thickness_varies = false;  // it has a thickness map
  MotionKind motion = MotionKind::fixed;
};

/// A kinematic object: its shapes (at least one) are in the order of the model's vertices.
struct KinematicObject {
  int object;
  Motion motion;
};

/// A rigid or soft solid.
struct ModelBody {
  int object;
  bool rigid;
  MassProperties whole;  // for a density of 1 kg/m^3; centre: m, at time 0
  double mass;           // kg
  glm::dmat3 inertia;    // kg m^2 about the centre
};

struct Model {
  std::shared_ptr<const Scene> scene;  // of which it was built; nullptr of one that was not

  std::vector<ModelObject> objects;

  // vertices, near ones near each other within each object (parts/order.h)
  std::vector<Vec4> positions;     // xyz, w = inverse mass in 1/kg, 0 of what is pinned, fastened, static or kinematic
  std::vector<Vec4> velocities;    // m/s at time 0, w = 0
  std::vector<int> vertex_object;  // object of each vertex
  std::vector<float> thickness_factors;  // of its material's half thickness, per vertex; 1 without a map
  std::vector<int> source_vertex;        // index in the object's SceneObject::mesh
  std::vector<int> file_vertex;          // number in the object's file, from 0; of a sheet, in its mesh

  // triangles, ordered along the same curve within each object
  std::vector<Int3> triangles;
  std::vector<Int3> triangle_neighbours;  // across the edges ab, bc, ca; -1 at a border or where three meet
  std::vector<int> triangle_object;
  std::vector<int> file_face;  // number of its face in the object's file, from 0; of a sheet, in its mesh

  // vertex -> its triangles, as compressed rows
  std::vector<int> vertex_triangle_offsets;  // size vertices + 1
  std::vector<int> vertex_triangles;

  std::vector<Threads> threads;  // of every triangle of cloth
  FabricEdges edges;
  Membrane membrane;
  Curvature curvature;
  Creases creases;
  std::vector<CoarseLevel> levels;  // the finest first

  std::vector<KinematicObject> kinematic;
  std::vector<ModelBody> bodies;
  std::vector<Attachment> attachments;
  /// Of these, by vertex, those without compliance to what nothing moves. Such a vertex has no inverse mass.
  std::vector<Attachment> fastenings;
  std::vector<int> pins;       // vertices of cloth that are held where they are, ascending
  std::vector<Ground> ground;  // none or one

  std::vector<std::string> warnings;  // one line each: parts that were left out
};

/// Welds nothing (load_mesh has); orders, finds what the solver's constraints need, colours, lumps masses, resolves
/// pins and attachments. Edges without a length and triangles without an area are left out. Throws InputError for
/// selections that choose nothing and for targets that are not there.
Model build_model(const Scene& scene);
Model build_model(std::shared_ptr<const Scene> scene);  // likewise, without a copy of it

/// How many vertices are of cloth.
int cloth_vertices(const Model& model);

struct SurfacePoint {
  int triangle;
  Vec3 barycentric;
};

/// The point of `triangles` (at least one) that is nearest to `p` as the model begins; the first of several.
SurfacePoint nearest_point(const Model& model, const Range& triangles, const Vec3& p);

}  // namespace raycloth
