#include "sim/mesh/cut.h"

#include <algorithm>

#include "device/error.h"
#include "sim/mesh/cutter.h"

namespace raycloth {
namespace {

int vertex_at(const Cutter& cutter, const Mesh& mesh, int number, const std::string& where) {
  const int vertex = number < 0 ? -1 : cutter.vertex(number);
  check(vertex >= 0, where + ": found vertex " + std::to_string(number) + ", expected the number of one that " +
                         mesh.source + " has there");
  return vertex;
}

void split(Cutter& cutter, const Mesh& mesh, const EdgeSplit& at, const std::string& where) {
  const int from = vertex_at(cutter, mesh, at.from, where), to = vertex_at(cutter, mesh, at.to, where);
  check(at.t > 0 && at.t < 1, where + ": found " + std::to_string(at.t) + " of the way, expected a part of it");
  check(from != to && cutter.joined(from, to), where + ": found vertices " + std::to_string(at.from) + " and " +
                                                   std::to_string(at.to) + ", expected both ends of an edge");
  cutter.split(from, to, at.t);
}

void lay(Cutter& cutter, const Mesh& mesh, const std::vector<int>& path, const std::string& where,
         std::vector<int>& vertices) {
  check(path.size() > 1,
        where + ": found " + std::to_string(path.size()) + " vertices of a path, expected two or more");
  for (size_t i = 0; i < path.size(); ++i) {
    vertices.push_back(vertex_at(cutter, mesh, path[i], where));
    if (i == 0) continue;
    const int before = vertices[vertices.size() - 2], vertex = vertices.back();
    check(before != vertex && cutter.joined(before, vertex), where + ": found vertices " + std::to_string(path[i - 1]) +
                                                                 " and " + std::to_string(path[i]) +
                                                                 " one after the other, expected both ends of an edge");
    cutter.mark(before, vertex);
  }
}

}  // namespace

std::vector<Birth> make_cut(Mesh& mesh, const Cut& cut) {
  check(!cut.paths.empty(), "found no path, expected one or more");
  Cutter cutter(mesh);
  for (size_t i = 0; i < cut.splits.size(); ++i) split(cutter, mesh, cut.splits[i], "split " + std::to_string(i));
  std::vector<int> vertices;
  for (size_t i = 0; i < cut.paths.size(); ++i) lay(cutter, mesh, cut.paths[i], "path " + std::to_string(i), vertices);
  cutter.part(vertices);
  return cutter.births();
}

size_t common_cuts(const std::vector<Cut>& a, const std::vector<Cut>& b) {
  const auto [end, other] = std::ranges::mismatch(a, b);
  return static_cast<size_t>(end - a.begin());
}

void change_cuts(Mesh& mesh, CutHistory& history, const std::vector<Cut>& cuts) {
  const size_t common = common_cuts(history.cuts, cuts);
  const bool goes_on = common == history.cuts.size();
  CutHistory next{cuts, {}, nullptr};
  if (!cuts.empty()) next.whole = history.whole ? history.whole : std::make_shared<const Mesh>(mesh);
  Mesh changed = goes_on || !history.whole ? mesh : *history.whole;
  if (goes_on) next.births = history.births;
  for (size_t i = next.births.size(); i < cuts.size(); ++i) try {
      next.births.push_back(make_cut(changed, cuts[i]));
    } catch (const InputError& error) {
      throw InputError("cut " + std::to_string(i) + ", " + error.what());
    }
  mesh = std::move(changed);
  history = std::move(next);
}

}  // namespace raycloth
