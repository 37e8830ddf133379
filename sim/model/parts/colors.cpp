#include "sim/model/parts/colors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

namespace raycloth {
namespace {

/// A colouring in the making. `taken` holds for each vertex the colours of its elements, a bit for each.
class Painter {
 public:
  Painter(std::span<const int> vertices, int per_element, int vertex_count)
      : vertices_(vertices),
        per_element_(per_element),
        vertex_count_(vertex_count),
        color_of_(vertices.size() / per_element, -1) {
    widen();
  }

  /// Colours all elements anew, in this sequence, each with the first colour that none of its neighbours has.
  void first_fit(const std::vector<int>& sequence) {
    std::fill(taken_.begin(), taken_.end(), 0);
    sizes_.clear();
    for (const int element : sequence) {
      find_forbidden(element);
      const int color = first_allowed();
      if (color == color_count()) sizes_.push_back(0);
      if (color == 64 * words_) widen();
      paint(element, color);
    }
  }

  /// The elements, last colour first. Coloured by first fit in that sequence they need no more colours, and
  /// often fewer (J. Culberson, "Iterated Greedy Graph Coloring and the Difficulty Landscape", 1992).
  std::vector<int> last_color_first() const {
    std::vector<int> next(sizes_.size());
    for (int color = color_count() - 1; color > 0; --color) next[color - 1] = next[color] + sizes_[color];
    return sorted_by_color(std::move(next));
  }

  /// Moves elements to smaller colours that they may have.
  void balance() {
    for (int element = 0; element < static_cast<int>(color_of_.size()); ++element) {
      const int old = color_of_[element];
      find_forbidden(element);
      int best = old;
      for (int color = 0; color < color_count(); ++color)
        if (!is_forbidden(color) && sizes_[color] + 1 < sizes_[best]) best = color;
      if (best == old) continue;
      --sizes_[old];
      for (const int v : corners(element)) word(v, old) &= ~bit(old);
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
    coloring.order = sorted_by_color(std::move(next));
    return coloring;
  }

 private:
  static uint64_t bit(int color) { return uint64_t{1} << (color % 64); }
  uint64_t& word(int vertex, int color) { return taken_[static_cast<size_t>(vertex) * words_ + color / 64]; }
  int color_count() const { return static_cast<int>(sizes_.size()); }
  bool is_forbidden(int color) const { return (forbidden_[color / 64] & bit(color)) != 0; }

  std::span<const int> corners(int element) const {
    return vertices_.subspan(static_cast<size_t>(element) * per_element_, per_element_);
  }

  /// Room for 64 more colours.
  void widen() {
    std::vector<uint64_t> wider(static_cast<size_t>(vertex_count_) * (words_ + 1));
    for (size_t i = 0; i < taken_.size(); ++i) wider[i / words_ * (words_ + 1) + i % words_] = taken_[i];
    taken_ = std::move(wider);
    forbidden_.resize(++words_);
  }

  /// The colours of all that shares a vertex with the element, its own among them.
  void find_forbidden(int element) {
    std::fill(forbidden_.begin(), forbidden_.end(), 0);
    for (const int v : corners(element))
      for (int w = 0; w < words_; ++w) forbidden_[w] |= word(v, 64 * w);
  }

  int first_allowed() const {
    int w = 0;
    while (w < words_ && ~forbidden_[w] == 0) ++w;
    return w == words_ ? 64 * w : 64 * w + std::countr_one(forbidden_[w]);
  }

  void paint(int element, int color) {
    color_of_[element] = color;
    ++sizes_[color];
    for (const int v : corners(element)) word(v, color) |= bit(color);
  }

  /// The elements, those of colour c from next[c] on, within a colour in their order.
  std::vector<int> sorted_by_color(std::vector<int> next) const {
    std::vector<int> order(color_of_.size());
    for (int element = 0; element < static_cast<int>(order.size()); ++element)
      order[next[color_of_[element]]++] = element;
    return order;
  }

  std::span<const int> vertices_;
  int per_element_, vertex_count_, words_ = 0;
  std::vector<uint64_t> taken_;      // words_ to a vertex
  std::vector<uint64_t> forbidden_;  // to the element looked at
  std::vector<int> color_of_, sizes_;
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
