#include "sim/model_colors.h"

#include <algorithm>

namespace raycloth {
namespace {

/// One greedy pass: the colour of every element, and how many elements each colour has.
struct Pass {
  std::vector<int> color_of;
  std::vector<int> sizes;
};

/// Gives every element the first permissible colour, or with `balanced` the least used one of `start_colors`.
Pass run_pass(std::span<const int> vertices, int per_element, int vertex_count, int start_colors,
              bool balanced) {
  const int count = static_cast<int>(vertices.size()) / per_element;
  std::vector<std::vector<int>> taken(vertex_count);  // colours met at each vertex
  std::vector<int> forbidden_by(start_colors, -1);    // the last element that may not have a colour
  Pass pass{std::vector<int>(count), std::vector<int>(start_colors, 0)};
  for (int element = 0; element < count; ++element) {
    const auto corners = vertices.subspan(static_cast<size_t>(element) * per_element, per_element);
    for (const int v : corners)
      for (const int color : taken[v]) forbidden_by[color] = element;
    int best = -1;
    for (int color = 0; color < static_cast<int>(pass.sizes.size()) && (balanced || best < 0); ++color)
      if (forbidden_by[color] != element && (best < 0 || pass.sizes[color] < pass.sizes[best])) best = color;
    if (best < 0) {
      best = static_cast<int>(pass.sizes.size());
      pass.sizes.push_back(0);
      forbidden_by.push_back(-1);
    }
    pass.color_of[element] = best;
    ++pass.sizes[best];
    for (const int v : corners) taken[v].push_back(best);
  }
  return pass;
}

}  // namespace

Coloring color_elements(std::span<const int> vertices, int per_element, int vertex_count) {
  // First fit finds few colours, the last of them nearly empty; a second pass evens them out, if it can.
  Pass pass = run_pass(vertices, per_element, vertex_count, 0, false);
  Pass even = run_pass(vertices, per_element, vertex_count, static_cast<int>(pass.sizes.size()), true);
  if (even.sizes.size() <= pass.sizes.size()) pass = std::move(even);

  Coloring coloring;
  int begin = 0;
  for (const int size : pass.sizes) {
    coloring.colors.push_back({begin, begin + size});
    begin += size;
  }
  std::vector<int> next;
  for (const Range& range : coloring.colors) next.push_back(range.begin);
  coloring.order.resize(pass.color_of.size());
  for (int element = 0; element < static_cast<int>(pass.color_of.size()); ++element)
    coloring.order[next[pass.color_of[element]]++] = element;
  return coloring;
}

}  // namespace raycloth
