// Strips of cloth for the truth tests: flat in the xz plane, x from 0 to their length, z across, cut from the fabric
// at an angle, meshed regularly or not. The texture coordinates say how the threads run, u along the weft, v the warp.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/mesh/mesh.h"

namespace raycloth::truth {

enum class Pattern {
  one_way,      // squares with all diagonals in one direction
  alternating,  // as make_sheet has them
  jittered,     // alternating, vertices inside moved by up to 0.3 of a cell along each axis
  delaunay,     // jittered, then with Delaunay's edges
  half_fine,    // alternating, the half of larger x in cells of half the size
};
inline constexpr const char* kPatternNames[] = {"one way", "alternating", "jittered", "delaunay", "half fine"};

enum class Cut { warp, weft, bias };  // what of the fabric runs along x
inline constexpr const char* kCutNames[] = {"warp", "weft", "bias"};

struct Strip {
  double length, width;  // m
  Int2 cells;            // along, across; of half_fine: those of the coarse half, over the whole length
  Pattern pattern = Pattern::alternating;
  Cut cut = Cut::warp;
  unsigned seed = 1;

  double edge() const { return length / cells.x; }
};

/// Rows of vertices across a strip that grows toward +x, and the triangles between them.
class StripBuilder {
 public:
  explicit StripBuilder(const Strip& strip) : strip_(strip) {}

  void add_row(double x, int cells) {
    first_.push_back(static_cast<int>(mesh.positions.size()));
    for (int j = 0; j <= cells; ++j)
      mesh.positions.push_back(Vec3(x, 0, strip_.width * (static_cast<double>(j) / cells - 0.5)));
    if (cells_.empty() || cells_.back() == cells)
      join_squares(cells);
    else
      join_halving(cells_.back());
    cells_.push_back(cells);
  }

  Mesh mesh;

 private:
  void join_squares(int cells) {
    const int row = static_cast<int>(cells_.size()) - 1;
    if (row < 0) return;
    for (int j = 0; j < cells; ++j) {
      const int a = first_[row] + j, b = a + 1, c = first_[row + 1] + j, d = c + 1;  // b d
      if (strip_.pattern == Pattern::one_way || (row + j) % 2 == 0) {                // a c, with +y towards us
        mesh.triangles.insert(mesh.triangles.end(), {{a, d, c}, {a, b, d}});
      } else {
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {b, d, c}});
      }
    }
  }

  /// From a row of `cells` to one of twice as many.
  void join_halving(int cells) {
    const int row = static_cast<int>(cells_.size()) - 1;
    for (int j = 0; j < cells; ++j) {
      const int a = first_[row] + j, b = a + 1, c = first_[row + 1] + 2 * j;
      mesh.triangles.insert(mesh.triangles.end(), {{a, c + 1, c}, {a, b, c + 1}, {b, c + 2, c + 1}});
    }
  }

  const Strip& strip_;
  std::vector<int> first_, cells_;  // per row
};

/// Neither the border nor the second row, which clamps hold with the first.
inline void jitter_inside(const Strip& strip, Mesh& mesh) {
  std::mt19937 random(strip.seed);
  const double dx = strip.edge(), dz = strip.width / strip.cells.y;
  const auto part = [&] { return 0.6 * (random() / 4294967296.0 - 0.5); };  // the same with every standard library
  for (Vec3& p : mesh.positions) {
    const bool inside = p.x > 1.5 * dx && p.x < strip.length - 0.5 * dx && std::abs(p.z) < 0.5 * (strip.width - dz);
    if (!inside) continue;
    p.x += static_cast<float>(part() * dx);
    p.z += static_cast<float>(part() * dz);
  }
}

/// Lawson's flips, until no edge has opposite angles that add up to more than half a turn.
inline void flip_to_delaunay(Mesh& mesh) {
  const auto angle = [&](int at, int p, int q) {
    const glm::dvec3 o(mesh.positions[at]), a = glm::dvec3(mesh.positions[p]) - o,
                                            b = glm::dvec3(mesh.positions[q]) - o;
    return std::acos(glm::dot(a, b) / (glm::length(a) * glm::length(b)));
  };
  for (bool flipped = true; flipped;) {
    flipped = false;
    std::map<std::pair<int, int>, Int2> sides;  // directed edge -> triangle, corner opposite to it
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
      for (int k = 0; k < 3; ++k) sides[{mesh.triangles[t][(k + 1) % 3], mesh.triangles[t][(k + 2) % 3]}] = {t, k};
    for (const auto& [edge, side] : sides) {
      const auto [a, b] = edge;
      const auto across = sides.find({b, a});
      if (a > b || across == sides.end()) continue;
      Int3 &near = mesh.triangles[side.x], &far = mesh.triangles[across->second.x];
      const int c = near[side.y], d = far[across->second.y];
      if (angle(c, a, b) + angle(d, a, b) < 3.1415927) continue;
      near = {c, a, d};
      far = {c, d, b};
      flipped = true;
      break;  // `sides` is out of date
    }
  }
}

/// The angle from the strip's axis to the warp.
inline double warp_angle(Cut cut) { return cut == Cut::warp ? 0 : std::atan(1) * (cut == Cut::weft ? 2 : 1); }

inline void lay_threads(Cut cut, Mesh& mesh) {
  const double c = std::cos(warp_angle(cut)), s = std::sin(warp_angle(cut));
  for (const Vec3& p : mesh.positions) mesh.uvs.push_back(Vec2(p.z * c - p.x * s, p.x * c + p.z * s));
}

/// Vertices come row by row from x = 0.
inline Mesh make_strip(const Strip& strip) {
  StripBuilder builder(strip);
  builder.mesh.source = "strip";
  const bool half_fine = strip.pattern == Pattern::half_fine;
  const int coarse = half_fine ? strip.cells.x / 2 : strip.cells.x;
  for (int i = 0; i <= coarse; ++i) builder.add_row(i * strip.edge(), strip.cells.y);
  for (int i = 1; half_fine && i <= 2 * (strip.cells.x - coarse); ++i)
    builder.add_row((coarse + 0.5 * i) * strip.edge(), 2 * strip.cells.y);
  if (strip.pattern == Pattern::jittered || strip.pattern == Pattern::delaunay) jitter_inside(strip, builder.mesh);
  if (strip.pattern == Pattern::delaunay) flip_to_delaunay(builder.mesh);
  lay_threads(strip.cut, builder.mesh);
  return builder.mesh;
}

}  // namespace raycloth::truth
