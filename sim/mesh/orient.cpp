// Makes neighbouring triangles face the same way, as vertex normals need it.
#include <algorithm>
#include <map>
#include <utility>

#include "sim/mesh/mesh.h"

namespace raycloth {
namespace {

struct Neighbour {
  int triangle;
  bool agrees;  // faces the same way across the shared edge
};

/// Across every edge that exactly two triangles share.
std::vector<std::vector<Neighbour>> find_neighbours(const Mesh& mesh) {
  struct Side {
    int triangle;
    bool forward;
  };
  std::map<std::pair<int, int>, std::vector<Side>> edges;
  for (int i = 0; i < static_cast<int>(mesh.triangles.size()); ++i)
    for (int k = 0; k < 3; ++k) {
      const int a = mesh.triangles[i][k], b = mesh.triangles[i][(k + 1) % 3];
      edges[std::minmax(a, b)].push_back({i, a < b});
    }
  std::vector<std::vector<Neighbour>> neighbours(mesh.triangles.size());
  for (const auto& [vertices, sides] : edges) {
    if (sides.size() != 2) continue;
    const bool agrees = sides[0].forward != sides[1].forward;
    neighbours[sides[0].triangle].push_back({sides[1].triangle, agrees});
    neighbours[sides[1].triangle].push_back({sides[0].triangle, agrees});
  }
  return neighbours;
}

}  // namespace

int orient(Mesh& mesh) {
  const auto neighbours = find_neighbours(mesh);
  enum Verdict : char { unknown, keep, turn };
  std::vector<Verdict> verdicts(mesh.triangles.size(), unknown);
  int turned = 0;
  for (int first = 0; first < static_cast<int>(mesh.triangles.size()); ++first) {
    if (verdicts[first] != unknown) continue;
    std::vector<int> patch{first};  // grows while it is walked
    verdicts[first] = keep;
    for (size_t i = 0; i < patch.size(); ++i)
      for (const Neighbour& next : neighbours[patch[i]]) {
        if (verdicts[next.triangle] != unknown) continue;  // on a Moebius strip it may disagree, and has to
        verdicts[next.triangle] = (verdicts[patch[i]] == keep) == next.agrees ? keep : turn;
        patch.push_back(next.triangle);
      }
    const auto turns = std::count_if(patch.begin(), patch.end(), [&](int t) { return verdicts[t] == turn; });
    const Verdict minority = 2 * turns <= static_cast<std::ptrdiff_t>(patch.size()) ? turn : keep;
    for (const int t : patch) {
      if (verdicts[t] != minority) continue;
      std::swap(mesh.triangles[t].y, mesh.triangles[t].z);
      ++turned;
    }
  }
  return turned;
}

}  // namespace raycloth
