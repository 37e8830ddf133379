// Graph colouring: groups constraints so that no two of a group share a vertex and a group is one parallel
// loop.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

struct Coloring {
  std::vector<int> order;     // the elements, colour by colour, within a colour as they were given
  std::vector<Range> colors;  // into `order`
};

/// `vertices` holds `per_element` vertices for each element, all below `vertex_count`. Greedy and
/// deterministic.
Coloring color_elements(std::span<const int> vertices, int per_element, int vertex_count);

/// Puts what belongs to the elements into the order of the colouring.
template <class T>
void reorder(std::vector<T>& values, const std::vector<int>& order) {
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const int i : order) sorted.push_back(values[i]);
  values = std::move(sorted);
}

/// Colours elements by their vertices (Int2, Int3: what comes first of what belongs to them) and puts all of it into
/// that order. Returns the colours.
template <class Vertices, class... T>
std::vector<Range> color_in_place(int vertex_count, std::vector<Vertices>& elements, std::vector<T>&... others) {
  constexpr int kPerElement = Vertices::length();
  std::vector<int> vertices;
  vertices.reserve(kPerElement * elements.size());
  for (const Vertices& element : elements)
    for (int k = 0; k < kPerElement; ++k) vertices.push_back(element[k]);
  Coloring coloring = color_elements(vertices, kPerElement, vertex_count);
  reorder(elements, coloring.order);
  (reorder(others, coloring.order), ...);
  return std::move(coloring.colors);
}

}  // namespace raycloth
