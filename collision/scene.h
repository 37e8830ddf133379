// What the collision stage knows of a scene: plain views of vertices, triangles and objects. It knows nothing of the
// solver. All arrays are indexed by the scene's global vertex and triangle numbers. Metres, seconds.
#pragma once

#include "collision/options.h"
#include "device/backend.h"
#include "device/box.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct CollisionObject {
  ObjectKind kind;
  int moves;                          // 0: never; 1: its vertices move
  int yields;                         // 0: infinite mass; 1: contacts can push it
  int deforms;                        // 1: its shape changes
  int self_collision;                 // cloth against itself
  int first_vertex, vertices;
  int first_triangle, triangles;
  int levels, end_node;               // its tree, see collision/hierarchy.h
  int level_first[8];                 // first node of each level, the root's first
  float half_thickness;               // e; 0 for solids
  float depth;                        // solids: half of the longest way out along an inward ray
};

struct CollisionScene {
  int objects_count, vertices_count, triangles_count;
  CollisionObject* objects;
  Box8* nodes;
  Box* bounds;                        // per object
  float speed_limit;                  // m/s that no vertex exceeds
  const Vec4* positions;              // xyz, w = inverse mass
  const Vec4* before;                 // the positions of the last detection
  const Vec4* rest;                   // the positions of the model
  const Vec4* normals;                // unit, per vertex
  const Vec4* velocities;             // m/s
  const int* vertex_object;
  const Int3* triangles;
  const Int3* triangle_neighbours;    // across the edges ab, bc, ca; -1 at a border
  const int* triangle_object;
  float* exit_distance;               // solids: where the inward ray of a vertex leaves its own solid
};

RAYCLOTH_HD inline bool share_a_vertex(Int3 s, Int3 t) {
  return s.x == t.x || s.x == t.y || s.x == t.z || s.y == t.x || s.y == t.y || s.y == t.z || s.z == t.x ||
         s.z == t.y || s.z == t.z;
}

RAYCLOTH_HD inline Vec3 xyz(const Vec4& v) { return Vec3(v.x, v.y, v.z); }

}  // namespace raycloth::RAYCLOTH_DEVICE
