// A sparse matrix for kernels: rows in groups of eight, each group as wide as its longest row, so that the eight lanes
// of a CPU's vector unit, and neighbouring threads of CUDA, read neighbouring numbers (sliced ELLPACK: A. Monakov,
// A. Lokhmotov, A. Avetisyan, "Automatically Tuning Sparse Matrix-Vector Multiplication for GPU Architectures", 2010).
#pragma once

#include <algorithm>
#include <vector>

#include "device/buffer.h"
#include "device/lanes.h"
#include "device/sparse_matrix.h"
#include "device/traffic.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What kernels see of SparseRows.
struct RowsView {
  const int* groups;  // entries of the rows 8 g to 8 g + 7: places 8 * [groups[g], groups[g + 1])
  const int* columns;
  const float* weights;

  /// sum_k weight_k x[column_k] of the lanes' rows, in the order of the entries.
  template <class Real>
  RAYCLOTH_HD Vector3<Real> times(const Vec4* x, Lanes<Real> at) const {
    const int group = at.first / 8, lane = at.first % 8;
    Vector3<Real> sum{Real(0), Real(0), Real(0)};
    const auto load = [&](int k) {
      const Lanes<Real> entry{8 * k + lane};
      return Part<Real>{xyz(gather(x, indices(columns, entry))), raycloth::RAYCLOTH_DEVICE::load(weights, entry)};
    };
    load_ahead(groups[group], groups[group + 1], load,
               [&](const Part<Real>& part) { sum = sum + part.x * part.weight; });
    return sum;
  }

  /// use(load(column)) for every entry of a row, in their order.
  template <class Load, class Use>
  RAYCLOTH_HD void for_each(int row, const Load& load, const Use& use) const {
    const auto load_entry = [&](int k) {
      const int entry = 8 * k + row % 8;
      return Entry<decltype(load(0))>{load(columns[entry]), weights[entry] != 0};
    };
    load_ahead(groups[row / 8], groups[row / 8 + 1], load_entry, [&](const auto& entry) {
      if (entry.there) use(entry.value);
    });
  }

  /// Whether `holds(column)` for any entry of a row.
  template <class Holds>
  RAYCLOTH_HD bool any_of(int row, const Holds& holds) const {
    bool any = false;
    for_each(row, holds, [&](bool one) { any |= one; });
    return any;
  }

  template <class Real>
  struct Part {
    Vector3<Real> x;
    Real weight;
  };
  template <class Value>
  struct Entry {
    Value value;
    bool there;
  };
};

/// The matrix on the device. Places that a row does not need hold its first column, or 0, with no weight.
class SparseRows {
 public:
  SparseRows() = default;
  explicit SparseRows(const SparseMatrix& matrix) : rows_(matrix.rows()) {
    std::vector<int> groups{0}, columns;
    std::vector<float> weights;
    for (int first = 0; first < rows_; first += 8) {
      int width = 0;
      for (int row = first; row < std::min(first + 8, rows_); ++row) width = std::max(width, matrix.size(row));
      for (int k = 0; k < width; ++k) {
        for (int row = first; row < first + 8; ++row) {
          const bool there = row < rows_ && k < matrix.size(row), any = row < rows_ && matrix.size(row) > 0;
          columns.push_back(any ? matrix.columns[matrix.offsets[row] + (there ? k : 0)] : 0);
          weights.push_back(there ? matrix.weights[matrix.offsets[row] + k] : 0.0f);
        }
      }
      groups.push_back(static_cast<int>(columns.size() / 8));
    }
    groups_ = Buffer<int>(groups);
    columns_ = Buffer<int>(columns);
    weights_ = Buffer<float>(weights);
  }

  int rows() const { return rows_; }
  RowsView view() const { return {groups_.data(), columns_.data(), weights_.data()}; }
  /// Bytes that `times` moves, for a row on average.
  long long bytes_of_row() const {
    return rows_ == 0 ? 0 : static_cast<long long>(columns_.size()) * bytes<int, float, Vec4> / rows_;
  }

 private:
  int rows_ = 0;
  Buffer<int> groups_, columns_;
  Buffer<float> weights_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
