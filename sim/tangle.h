// What crosses at present, for people to look at: the contours along which surfaces cross, the regions that they part,
// and which way untangling takes them apart. Plain host data; made by Simulation::tangle. Contours and regions are
// numbered from 0, vertices, triangles and objects as the model has them; metres.
#pragma once

#include <optional>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// An edge that pierces a triangle: a place of a contour.
struct TanglePair {
  int contour;
  Int2 edge;
  Int3 triangle;  // its vertices
  Vec3 place;
  Vec3 way;      // on which one surface of the contour is taken, against the other: a unit vector, or 0
  float depth;   // to its side, along it; 0 where no side is known: there the way makes the contour shorter
  float moving;  // 1: the edge is of that surface, -1: the triangle is. All along a contour it is the same one: cloth,
                 // and of two the one that a contour parts
};

/// What two triangles have in common, a part of a contour.
struct TanglePiece {
  int contour;
  Vec3 from, to;
};

struct TangleContour {
  int pairs;
  float length;
  bool closed;  // it comes back to itself, and ends neither at a border nor at a vertex
};

/// What hangs together of cloth or a shell without an edge that another one pierces (Wicke et al. 2006).
struct TangleRegion {
  int object, vertices;
  std::vector<int> contours;  // that bound it, ascending
  bool goes_back;             // through what it went through: beyond a contour there is a larger one
};

/// Where nothing crosses all of it is empty.
struct Tangle {
  std::vector<TangleContour> contours;
  std::vector<TanglePair> pairs;
  std::vector<TanglePiece> pieces;
  std::vector<TangleRegion> regions;  // those that a contour bounds
  std::vector<int> region_of;         // per vertex; -1: of none of them

  bool empty() const { return pairs.empty(); }
};

/// What of it there is at a vertex: contours pass it where they pass an edge that ends there, or a triangle that has it
/// as a corner.
struct VertexTangle {
  struct Passing {
    int number;
    TangleContour contour;
  };
  struct Within {
    int number;
    TangleRegion region;
  };
  int all_contours = 0;           // of the scene
  std::vector<Passing> contours;  // by their numbers
  std::optional<Within> region;
  Vec3 way{0};      // on which the vertex is taken, the mean of what its pairs ask: a unit vector, or 0
  float depth = 0;  // the farthest that one of them has to go

  bool empty() const { return contours.empty() && !region; }
};
VertexTangle at_vertex(const Tangle& tangle, int vertex);

}  // namespace raycloth
