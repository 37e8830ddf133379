// What a cloth object's triangles mean as fabric, for the solver: membrane, bending and creases, and the coarse levels
// that carry load across many triangles at once. Every index is global, as in Model.
#pragma once

#include <array>
#include <vector>

#include "device/math.h"
#include "device/sparse_matrix.h"

namespace raycloth {

struct Range {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
};

/// Which way the warp and the weft run in a triangle.
struct Threads {
  Vec3 warp{0}, weft{0};  // unit vectors in the triangle's plane, across each other

  explicit operator bool() const { return warp != Vec3(0); }
};

/// Triangles that resist stretching, grouped by colour (no two of a colour share a vertex). With p and q the sides from
/// the first vertex to the second and third, as they are now: along the warp the fabric goes p shape.x + q shape.z,
/// along the weft p shape.y + q shape.w, both of length 1 at rest.
struct Membrane {
  std::vector<Int3> triangles;
  std::vector<Vec4> shapes;  // 1/m, the inverse of the sides at rest in (warp, weft): rows p and q
  std::vector<float> areas;  // m^2
  std::vector<int> objects;
  std::vector<Range> colors;
};

inline constexpr int kBendLevels = 3;

/// Bending: rows of second derivatives of position over the vertices, integrated over the part of the surface that
/// belongs to them; over its area, the length of a row's sum is a curvature. First the vertices' own; then of patches
/// that are ever wider, where the mesh is fine, which measure the same of all that bends over more than a patch: of an
/// object each level is whole, or it has none.
struct Curvature {
  SparseMatrix rows;
  std::array<Range, kBendLevels> levels;  // of the rows
  std::vector<float> areas;               // m^2, per row
  std::vector<float> rest;                // m, length of the row's sum at rest; 0 where it is flat
  std::vector<float> steepness;           // 1/m^4, see sim/model/parts/steepness.cpp
  std::vector<int> vertices;              // whose part of the surface it is
  /// Of each object, by level: a steepness that few of its rows exceed; 0 without rows.
  std::vector<std::array<float, kBendLevels>> typical;
};

/// Edges with a length at rest, grouped by colour: strains are told of them, and limited along them.
struct FabricEdges {
  std::vector<Int2> pairs;
  std::vector<float> lengths;  // m at rest
  std::vector<Vec3> give;  // times 1/warp, 1/weft, 1/shear stiffness: what a tension along the edge strains it by, m/N
  std::vector<int> objects;
  std::vector<Range> colors;
};

/// Pairs of vertices that face each other across an edge, grouped by colour: fabric cannot be folded sharper than it is
/// thick.
struct Creases {
  std::vector<Int2> pairs;
  std::vector<float> openings;  // m at rest
  std::vector<int> objects;
  std::vector<Range> colors;
};

inline constexpr int kMostLevels = 4;

/// What one substep's passes leave of a tension along the warp and the weft, as a compliance in m/N over h^2 / areal
/// density: 1/m^2. Of the pass over the triangles, then of those over each level from the finest on; 0 of levels that
/// are coarser than the one that has it.
struct Slack {
  Vec2 of[kMostLevels + 1];
};

/// Triangles of neighbouring nodes that resist being stretched as the fabric between them does, grouped by colour.
struct CoarseTriangles {
  std::vector<Int3> nodes;
  std::vector<Vec4> shapes;  // Membrane's
  std::vector<float> areas;  // m^2 of the fabric that each stands for
  std::vector<float> sizes;  // m, the longest side at rest
  std::vector<Slack> slack;  // around each
  std::vector<Range> colors;
};

/// A coarse level over a finer one (the first over the vertices): nodes are the centres of mass of overlapping patches.
/// `restriction` has a row for each node: what every finer node adds to its centre. A finer node follows the
/// displacements of up to four nodes. Where neighbours are held, or form no triangle, their distances along the cloth
/// are one-sided constraints. Nodes come object by object.
struct CoarseLevel {
  SparseMatrix restriction;
  std::vector<Int4> followed;         // per finer node
  std::vector<Vec4> shares;           // likewise; adds up to 1, or to 0 where there is nothing to follow
  std::vector<float> inverse_masses;  // 1/kg per kg/m^2 of areal density; 0: held
  std::vector<int> objects;           // per node
  std::vector<Vec4> rest;             // per node: m, its centre; m^2, mean square distance of its patch, 1e30 if curved
  CoarseTriangles triangles;
  std::vector<Int2> edges;     // grouped by colour
  std::vector<float> lengths;  // m along the cloth
  std::vector<Vec3> give;      // times 1/warp, 1/weft, 1/shear stiffness: compliance of fabric along it, m/N
  std::vector<float> springs;  // compliance of the edge over that of the fabric that it stands for
  std::vector<Slack> slack;    // around the edge; both are that along it
  std::vector<Range> colors;
};

}  // namespace raycloth
