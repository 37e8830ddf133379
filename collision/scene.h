// What the collision stage knows of a scene: plain views of vertices, triangles and objects. It knows nothing of the
// solver. All arrays are indexed by the scene's global vertex and triangle numbers. Metres, seconds.
#pragma once

#include "collision/kinds.h"
#include "collision/tangled.h"
#include "device/backend.h"
#include "device/box.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A tree of eight-wide nodes over `entries` things that lie in memory order; see collision/bvh/hierarchy.h.
struct Tree {
  int first_entry, entries;
  int levels, end_node;
  int level_first[8];  // first node of each level, the root's first
};

struct CollisionObject {
  ObjectKind kind;
  int moves;           // 0: never; 1: its vertices move
  int yields;          // 0: infinite mass; 1: contacts can push it
  int deforms;         // 1: its shape changes
  int self_collision;  // cloth against itself
  int first_vertex, vertices;
  int first_triangle, triangles;
  int first_group;       // of its vertices, kGroup at a time
  Tree packs;            // of its triangles, eight to an entry; tight
  int varies;            // 1: e has a factor per vertex
  float half_thickness;  // e, where its factor is 1; 0 for solids
  float most_factor;     // of e at any vertex; 1 where it does not vary
  float depth;           // solids: half of the longest way out along an inward ray
};

/// Eight triangles side by side. Places past an object's last triangle have no area and no vertices (-1).
struct alignas(64) TrianglePack {
  float at[3][3][8];  // coordinate, corner, triangle
  int corners[3][8];
};

/// An edge of the collision stage and the lowest of its triangles.
struct CollisionEdge {
  Int2 ends;
  int triangle;
};

struct CollisionScene {
  int objects_count, vertices_count, triangles_count;
  int groups_count, edge_places;  // vertices taken together; edges
  CollisionObject* objects;
  const Int2* groups;  // vertices [x, y) of each group
  const CollisionEdge* edges;
  TrianglePack* packs;
  Box8* nodes;                     // of all trees
  Box* bounds;                     // per object
  Vec4* frames;                    // per object: m/s, a velocity about which those of its vertices lie; 0 at rest
  float most_half_thickness;       // of any object, anywhere
  const Vec4* positions;           // xyz, w = inverse mass
  const Vec4* previous_positions;  // those of the last detection
  const Vec4* rest;                // the positions of the model
  const Vec4* normals;             // unit, per vertex
  const Vec4* velocities;          // m/s
  const float* thickness_factors;  // of e, per vertex; see collision/thickness.h
  const int* vertex_object;
  const Int3* triangles;
  const Int3* triangle_neighbours;  // across the edges ab, bc, ca; -1 at a border
  const int* triangle_object;
  const TangledVertices* tangled;  // what crosses, which no contact may keep so
  const int* sleepers;             // how many vertices sleep: nothing is expected to move them; none: nobody
  float* exit_distance;            // solids: where the inward ray of a vertex leaves its own solid

  RAYCLOTH_HD bool is_solid(int vertex) const { return objects[vertex_object[vertex]].kind == ObjectKind::solid; }
};

RAYCLOTH_HD inline int group_of(const CollisionScene& scene, int vertex) {
  const CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
  return object.first_group + (vertex - object.first_vertex) / kGroup;
}

RAYCLOTH_HD inline bool share_a_vertex(Int3 s, Int3 t) {
  return s.x == t.x || s.x == t.y || s.x == t.z || s.y == t.x || s.y == t.y || s.y == t.z || s.z == t.x || s.z == t.y ||
         s.z == t.z;
}

RAYCLOTH_HD inline Vec3 xyz(const Vec4& v) { return Vec3(v.x, v.y, v.z); }

}  // namespace raycloth::RAYCLOTH_DEVICE
