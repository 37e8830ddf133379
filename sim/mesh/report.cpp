// What a triangle soup is: closed, oriented, outward, manifold, and in how many parts.
#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

#include "sim/mesh/mesh.h"

namespace raycloth {
namespace {

/// One side of a triangle; `forward` when the triangle runs from the lower to the higher vertex.
struct Side {
  int low, high;
  bool forward;
};

std::vector<Side> sorted_sides(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), a < b});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
    return std::tie(x.low, x.high, x.forward) < std::tie(y.low, y.high, y.forward);
  });
  return sides;
}

std::string place(const Mesh& mesh, const Side& side, const std::string& what) {
  const Vec3 p = 0.5f * (mesh.positions[side.low] + mesh.positions[side.high]);
  std::ostringstream text;
  text << "edge " << mesh.vertex_number(side.low) << "-" << mesh.vertex_number(side.high) << " near (" << p.x << ", "
       << p.y << ", " << p.z << "), " << what;
  return text.str();
}

/// The signed volume between the surface and the first vertex, which keeps the numbers small.
double signed_volume(const Mesh& mesh) {
  if (mesh.positions.empty()) return 0;
  const glm::dvec3 origin(mesh.positions[0]);
  double sum = 0;
  for (const Int3& t : mesh.triangles) {
    const auto corner = [&](int k) { return glm::dvec3(mesh.positions[t[k]]) - origin; };
    sum += glm::dot(corner(0), glm::cross(corner(1), corner(2)));
  }
  return sum / 6;
}

int count_components(const Mesh& mesh) {
  std::vector<int> parent(mesh.positions.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Int3& t : mesh.triangles) {
    parent[root(t.y)] = root(t.x);
    parent[root(t.z)] = root(t.x);
  }
  std::set<int> roots;
  for (const Int3& t : mesh.triangles) roots.insert(root(t.x));
  return static_cast<int>(roots.size());
}

}  // namespace

MeshReport inspect(const Mesh& mesh) {
  MeshReport report;
  report.closed = report.oriented = report.manifold = !mesh.triangles.empty();
  const std::vector<Side> sides = sorted_sides(mesh);
  const auto note = [&](const Side& side, const std::string& what) {
    if (report.where.empty()) report.where = place(mesh, side, what);
  };
  for (size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    const Side& side = sides[begin];
    while (end < sides.size() && sides[end].low == side.low && sides[end].high == side.high) ++end;
    const size_t count = end - begin;
    if (count != 2) {
      report.closed = false;
      report.manifold = report.manifold && count < 2;
      note(side, count == 1 ? "a border" : "shared by " + std::to_string(count) + " triangles");
    } else if (sides[begin].forward == sides[begin + 1].forward) {
      report.oriented = false;
      note(side, "whose two triangles face opposite ways");
    }
  }
  report.oriented = report.oriented && report.closed;
  report.components = count_components(mesh);
  report.volume = signed_volume(mesh);
  report.outward = report.oriented && report.volume > 0;
  if (report.where.empty() && !report.outward) report.where = "the whole surface, which faces inwards";
  return report;
}

int slivers(const Mesh& mesh) {
  constexpr double kLow = 0.05;
  return static_cast<int>(std::count_if(mesh.triangles.begin(), mesh.triangles.end(), [&](const Int3& t) {
    const glm::dvec3 a = mesh.positions[t.x], b = mesh.positions[t.y], c = mesh.positions[t.z];
    const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
    return glm::length(glm::cross(b - a, c - a)) < kLow * longest * longest;
  }));
}

}  // namespace raycloth
