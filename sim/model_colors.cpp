#include "sim/model_colors.h"

#include <algorithm>
#include <numeric>

namespace raycloth {
namespace {

/// A colouring in the making. `taken` lists for each vertex the colours of its elements.
class Painter {
 public:
  Painter(std::span<const int> vertices, int per_element, int vertex_count)
      : vertices_(vertices),
        per_element_(per_element),
        taken_(vertex_count),
        color_of_(vertices.size() / per_element, -1) {}

  /// Colours all elements anew, in this sequence, each with the first colour that none of its neighbours has.
  void first_fit(const std::vector<int>& sequence) {
    for (auto& colors : taken_) colors.clear();
    sizes_.clear();
    for (const int element : sequence) {
      forbid_neighbours(element, /*except=*/-1);
      const auto free = std::find(forbidden_.begin(), forbidden_.end(), false);
      if (free == forbidden_.end()) sizes_.push_back(0);
      paint(element, static_cast<int>(free - forbidden_.begin()));
    }
  }

  /// The elements, last colour first. Coloured by first fit in that sequence they need no more colours, and
  /// often fewer (J. Culberson, "Iterated Greedy Graph Coloring and the Difficulty Landscape", 1992).
  std::vector<int> last_color_first() const {
    std::vector<int> sequence(color_of_.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::stable_sort(sequence.begin(), sequence.end(),
                     [&](int a, int b) { return color_of_[a] > color_of_[b]; });
    return sequence;
  }

  /// Moves elements to smaller colours that they may have.
  void balance() {
    for (int element = 0; element < static_cast<int>(color_of_.size()); ++element) {
      const int old = color_of_[element];
      forbid_neighbours(element, old);
      int best = old;
      for (int color = 0; color < static_cast<int>(sizes_.size()); ++color)
        if (!forbidden_[color] && sizes_[color] + 1 < sizes_[best]) best = color;
      if (best == old) continue;
      --sizes_[old];
      for (const int v : corners(element)) std::erase(taken_[v], old);
      paint(element, best);
    }
  }

  Coloring result() const {
    Coloring coloring;
    std::vector<int> next;
    for (int begin = 0; const int size : sizes_) {
      next.push_back(begin);
      coloring.colors.push_back({begin, begin + size});
      begin += size;
    }
    coloring.order.resize(color_of_.size());
    for (int element = 0; element < static_cast<int>(color_of_.size()); ++element)
      coloring.order[next[color_of_[element]]++] = element;
    return coloring;
  }

 private:
  std::span<const int> corners(int element) const {
    return vertices_.subspan(static_cast<size_t>(element) * per_element_, per_element_);
  }

  void forbid_neighbours(int element, int except) {
    forbidden_.assign(sizes_.size(), false);
    for (const int v : corners(element))
      for (const int color : taken_[v]) forbidden_[color] = color != except;
  }

  void paint(int element, int color) {
    color_of_[element] = color;
    ++sizes_[color];
    for (const int v : corners(element)) taken_[v].push_back(color);
  }

  std::span<const int> vertices_;
  int per_element_;
  std::vector<std::vector<int>> taken_;
  std::vector<int> color_of_, sizes_;
  std::vector<bool> forbidden_;
};

}  // namespace

Coloring color_elements(std::span<const int> vertices, int per_element, int vertex_count) {
  constexpr int kRounds = 24;  // take the quads of a 65x65 sheet from 24 colours to 20
  Painter painter(vertices, per_element, vertex_count);
  std::vector<int> sequence(vertices.size() / per_element);
  std::iota(sequence.begin(), sequence.end(), 0);
  painter.first_fit(sequence);
  for (int round = 0; round < kRounds; ++round) painter.first_fit(painter.last_color_first());
  painter.balance();
  return painter.result();
}

}  // namespace raycloth
