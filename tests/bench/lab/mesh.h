// Meshes of the solver's laboratory and the counter of work. Nothing here knows the product: the laboratory judges
// methods, so it shares no code with what it judges. Double precision, so that it is the method that is seen and not
// its rounding; RAYCLOTH_LAB_FLOAT makes everything float.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <ctime>
#include <glm/glm.hpp>
#include <vector>

namespace raycloth::lab {

#ifdef RAYCLOTH_LAB_FLOAT
using Real = float;
#else
using Real = double;
#endif
using Vec = glm::vec<3, Real>;

constexpr double kFrame = 1.0 / 60;    // s
constexpr double kBytesPosition = 16;  // as the product stores it: three floats and the inverse mass

/// What a method would move and launch on a GPU, counted as if positions were 16 bytes and everything else floats.
struct Work {
  double bytes = 0, launches = 0;
  void add(double items, double bytes_each, double times_launched) {
    bytes += items * bytes_each;
    launches += times_launched;
  }
};

struct Edge {
  int a, b;
  Real length, compliance;  // m, m/N
};
/// Two triangles that share an edge a-b, with c and d opposite.
struct Quad {
  std::array<int, 4> v;
  std::array<Real, 4> k;  // cotangents of the rest shape
  Real area;
};

struct Mesh {
  std::vector<Vec> x;
  std::vector<Real> mass, w;  // w: inverse mass, 0 where pinned
  std::vector<Edge> edges;    // by colour: edges of one colour share no vertex
  int edge_colours = 0;
  std::vector<std::array<int, 3>> triangles;

  void pin(int v) { w[v] = 0; }
};

/// Sorts `items` by the colours of a greedy colouring; `vertices(item)` is a range of indices. Returns how many
/// colours.
template <class Item, class Vertices>
int sort_by_colour(std::vector<Item>& items, size_t vertex_count, Vertices vertices) {
  std::vector<uint64_t> used(vertex_count);
  std::vector<std::pair<int, Item>> coloured;
  int colours = 0;
  for (const Item& item : items) {
    uint64_t taken = 0;
    for (int v : vertices(item)) taken |= used[v];
    const int colour = std::countr_one(taken);
    for (int v : vertices(item)) used[v] |= uint64_t{1} << colour;
    coloured.push_back({colour, item});
    colours = std::max(colours, colour + 1);
  }
  std::stable_sort(coloured.begin(), coloured.end(), [](auto& p, auto& q) { return p.first < q.first; });
  for (size_t i = 0; i < items.size(); ++i) items[i] = coloured[i].second;
  return colours;
}

inline int sort_by_colour(std::vector<Edge>& edges, size_t vertex_count) {
  return sort_by_colour(edges, vertex_count, [](const Edge& e) { return std::array{e.a, e.b}; });
}

/// A horizontal sheet of cells_x by cells_z squares of side h, each cut along a diagonal, these alternating. Vertex
/// (i, j) is j * (cells_x + 1) + i. Warp and weft have a compliance of 1e-5 m/N, diagonals ten times that.
Mesh make_sheet(int cells_x, int cells_z, Real h, Real density);

/// Processor time of this program, which other programs on the machine disturb less than the time on the wall.
class Stopwatch {
 public:
  double ms() const { return 1000.0 * (std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

}  // namespace raycloth::lab
