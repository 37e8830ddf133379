// The fabric of sim/model/fabric.h on its device, with what settings and materials make of it.
#pragma once

#include <array>
#include <map>

#include "device/buffer.h"
#include "device/busy_groups.h"
#include "device/loops.h"
#include "device/sparse_rows.h"
#include "sim/model/fabric.h"
#include "sim/scene/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// m/N along an edge of FabricEdges or CoarseLevel, from its `give`.
RAYCLOTH_HD inline float compliance_of(const Vec3& give, const Material& m) {
  const float slant = give.z > 0 ? give.z / m.shear_stiffness : 0;
  return give.x / m.warp_stiffness + give.y / m.weft_stiffness + slant;
}

// Fabric of one object shares nothing with that of another: parts of loops are objects. `busy`: groups of indices that
// have a vertex that may move; of the present step (rest.cpp).

struct MembraneArrays {
  MembraneArrays(const Membrane& membrane, int object_count);

  PartedRanges colors;
  Buffer<int> first, second, third;  // vertices
  Buffer<Vec4> shapes;
  Buffer<float> areas;
  Buffer<int> objects;
  Buffer<Vec4> softness;  // see prepare_membrane
  Buffer<unsigned char> busy;
};

/// What a row that has not been bent yet is set to.
inline constexpr float kNotSet = 1e30f;

struct BendArrays {
  BendArrays(const Curvature& curvature, size_t vertices);

  int stages = 0;  // of the polynomial; see prepare_bend
  std::array<Range, kBendLevels> levels;
  int coarsest = 0;  // of the levels that have any of the stiffness
  SparseRows rows;
  SparseRows columns[kBendLevels];  // of the rows of a level and those before it; none where the level has no rows
  Buffer<float> areas, rest, steepness, stiffness;  // per row; stiffness: B h^2 / area
  Buffer<int> vertices;                             // per row: whose it is
  Buffer<Vec2> parts;                               // per object and level: see prepare_bend
  bool rubs = false;                                // whether any fabric has bend_friction; then, per row:
  Buffer<float> friction, slips, set;               // stiffness of its friction h^2 / area; see RubRows
  Buffer<Vec4> moments;                             // N h^2, per row
  Buffer<float> damping;                            // damping time / h, per vertex, as what follows
  Buffer<Vec4> bent, moved, last;                   // m
  Buffer<unsigned char> busy;                       // groups of rows
};

/// What the rows of each vertex are set to, in their order.
using SetBends = std::map<int, std::vector<float>>;
SetBends set_bends(const BendArrays& bend);

/// Sets rows so, of vertices that have as many of them as before.
void keep_set(const SetBends& before, BendArrays& now);

/// Strain that is never limited: what solvers leave, and nobody sees.
inline constexpr float kUnseenStrain = 0.03f;

/// What a tension that is not taken back strains fabric by, along the threads or at 45 degrees to them.
RAYCLOTH_HD inline float most_strain(const Material& m) {
  const float warp = 1 / m.warp_stiffness, weft = 1 / m.weft_stiffness;
  const float give = larger(larger(warp, weft), 0.25f * (warp + weft + 1 / m.shear_stiffness));
  return larger(m.tension_limit * give, kUnseenStrain);
}

/// The most passes of sim/solver/fabric/limits.cpp at a time.
inline constexpr int kMostLimitPasses = 20;

/// How many edges the limits of the last step left too long by so much that it counts, and how many of those by far.
struct Overstretched {
  int edges, far;
};

struct EdgeArrays {
  EdgeArrays(const FabricEdges& edges, size_t vertices, int object_count);

  PartedRanges colors, parts;  // parts: of objects themselves
  Buffer<Int2> pairs;
  Buffer<float> lengths;
  Buffer<Vec3> give;
  Buffer<int> objects;
  Buffer<float> longest;       // m that an edge may measure
  Buffer<Vec4> before, after;  // per vertex, where it was when limits were applied
  Buffer<int> acted;           // per object: edges that were too long in this pass
  Buffer<float> goes_on;       // per object: whether any was in the last one
  Buffer<int> left;            // per pass: edges to look at
  Buffer<Overstretched> overstretched;
  Buffer<unsigned char> busy;
};

struct CreaseArrays {
  CreaseArrays(const Creases& creases, int object_count);

  PartedRanges colors;
  Buffer<Int2> pairs;
  Buffer<float> openings;
  Buffer<int> objects;
  Buffer<float> least;  // m that a pair keeps apart
  Buffer<unsigned char> busy;
};

struct CoarseTriangleArrays {
  CoarseTriangleArrays(const CoarseLevel& level, int object_count);

  PartedRanges colors;
  Buffer<int> first, second, third;
  Buffer<Vec4> shapes, softness;  // softness: compliance / (area h^2) of warp, weft, shear; 1/size
  Buffer<float> areas, sizes;
  Buffer<Slack> slack;
};

struct LevelArrays {
  LevelArrays(const CoarseLevel& level, int object_count);

  CoarseTriangleArrays triangles;
  PartedRanges colors, nodes;
  SparseRows restriction;
  Buffer<Int4> followed;
  Buffer<Vec4> shares;
  Buffer<float> inverse_masses;
  Buffer<int> objects;
  Buffer<Int2> edges;
  Buffer<float> lengths, softness;  // m; compliance / h^2
  Buffer<Vec3> give;
  Buffer<float> springs;
  Buffer<Slack> slack;
  Buffer<Vec4> centres;  // xyz in m, w = inverse mass in 1/kg
  Buffer<Vec4> moved;    // m, where they were, then how far they went
  Buffer<Vec4> rest;     // CoarseLevel's
  // The vertex of a node's patch that what never yields presses, -1: none, goes on from step to step; where, in m.
  // Anchors' w: by how much what follows the node may be farther from there than at rest; 0 where nothing is known.
  Buffer<int> anchor_vertices;
  Buffer<Vec4> anchors, anchors_at_rest;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
