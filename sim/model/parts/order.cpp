#include "sim/model/parts/order.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

namespace raycloth {
namespace {

constexpr int kBits = 16;

/// The index along the curve, from J. Skilling, "Programming the Hilbert curve", 2004: AxestoTranspose, then
/// the transposed bits strung together.
uint64_t curve_index(std::array<uint32_t, 3> x) {
  constexpr uint32_t kTop = 1u << (kBits - 1);
  for (uint32_t q = kTop; q > 1; q >>= 1) {  // undo excess work
    const uint32_t p = q - 1;
    for (uint32_t& axis : x) {
      const uint32_t swapped = axis & q ? 0 : (x[0] ^ axis) & p;
      x[0] ^= axis & q ? p : swapped;
      axis ^= swapped;
    }
  }
  x[1] ^= x[0];  // Gray encode
  x[2] ^= x[1];
  uint32_t flips = 0;
  for (uint32_t q = kTop; q > 1; q >>= 1)
    if (x[2] & q) flips ^= q - 1;
  uint64_t index = 0;
  for (int bit = kBits - 1; bit >= 0; --bit)
    for (const uint32_t axis : x) index = index << 1 | ((axis ^ flips) >> bit & 1u);
  return index;
}

constexpr size_t kTogether = 8;

/// The axis along which they are farthest apart.
size_t longest_axis(std::span<const Placed> points, std::span<const int> some) {
  Placed low = points[some[0]], high = low;
  for (const int i : some) {
    for (size_t k = 0; k < low.size(); ++k) {
      low[k] = std::min(low[k], points[i][k]);
      high[k] = std::max(high[k], points[i][k]);
    }
  }
  const auto length = [&](size_t k) { return high[k] - low[k]; };
  size_t longest = 0;
  for (size_t k = 1; k < low.size(); ++k) longest = length(k) > length(longest) ? k : longest;
  return longest;
}

/// How many of `count` come into the first half.
size_t first_half(size_t count) {
  size_t unit = kTogether;
  while (unit * kTogether < count) unit *= kTogether;
  return (count + unit - 1) / unit / 2 * unit;
}

void halve(std::span<const Placed> points, std::span<int> some) {
  if (some.size() <= kTogether) return std::sort(some.begin(), some.end());
  const size_t axis = longest_axis(points, some), half = first_half(some.size());
  const auto key = [&](int i) { return std::pair(points[i][axis], i); };
  std::nth_element(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(half), some.end(),
                   [&](int a, int b) { return key(a) < key(b); });
  halve(points, some.first(half));
  halve(points, some.subspan(half));
}

}  // namespace

std::vector<int> curve_order(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  const Vec3 size = high - low;
  const float longest = std::max({size.x, size.y, size.z});
  const float scale = longest > 0 ? ((1 << kBits) - 1) / longest : 0;

  std::vector<std::pair<uint64_t, int>> keys;
  for (const Vec3& p : points) {
    const auto cell = [&](int k) { return static_cast<uint32_t>((p[k] - low[k]) * scale); };
    keys.emplace_back(curve_index({cell(0), cell(1), cell(2)}), static_cast<int>(keys.size()));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<int> order;
  for (const auto& [key, point] : keys) order.push_back(point);
  return order;
}

std::vector<int> near_order(std::span<const Placed> points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  halve(points, order);
  return order;
}

}  // namespace raycloth
