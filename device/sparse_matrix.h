// A sparse matrix on the host, row after row.
#pragma once

#include <vector>

namespace raycloth {

struct SparseMatrix {
  std::vector<int> offsets{0};  // entries of row i: [offsets[i], offsets[i + 1])
  std::vector<int> columns;
  std::vector<float> weights;

  int rows() const { return static_cast<int>(offsets.size()) - 1; }
  int size(int row) const { return offsets[row + 1] - offsets[row]; }
  void add(int column, float weight) {
    columns.push_back(column);
    weights.push_back(weight);
  }
  void end_row() { offsets.push_back(static_cast<int>(columns.size())); }
};

/// The rows from `begin` to before `end`.
inline SparseMatrix rows_of(const SparseMatrix& matrix, int begin, int end) {
  const int first = matrix.offsets[begin], last = matrix.offsets[end];
  SparseMatrix rows{{matrix.offsets.begin() + begin, matrix.offsets.begin() + end + 1},
                    {matrix.columns.begin() + first, matrix.columns.begin() + last},
                    {matrix.weights.begin() + first, matrix.weights.begin() + last}};
  for (int& offset : rows.offsets) offset -= first;
  return rows;
}

/// `columns`: how many the matrix has.
inline SparseMatrix transposed(const SparseMatrix& matrix, int columns) {
  SparseMatrix result;
  result.offsets.assign(columns + 1, 0);
  for (const int column : matrix.columns) ++result.offsets[column + 1];
  for (int i = 0; i < columns; ++i) result.offsets[i + 1] += result.offsets[i];
  result.columns.resize(matrix.columns.size());
  result.weights.resize(matrix.columns.size());
  std::vector<int> next(result.offsets.begin(), result.offsets.end() - 1);
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
      const int place = next[matrix.columns[k]]++;
      result.columns[place] = row;
      result.weights[place] = matrix.weights[k];
    }
  }
  return result;
}

}  // namespace raycloth
