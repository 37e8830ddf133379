// How stiff bending may be before an explicit force throws the cloth: h^2 B / density times a row's steepness bounds
// how much of itself a curvature undoes in a substep h (Gershgorin's circles).
#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/model/masses.h"
#include "sim/model/parts/parts.h"

namespace raycloth {
namespace {

constexpr double kTypical = 0.98;  // of an object's rows are at most as steep as what is typical

std::vector<float> mobilities_of(const Model& model) {
  std::vector<float> mobilities = unit_inverse_masses(model);
  for (size_t v = 0; v < mobilities.size(); ++v)
    if (model.positions[v].w == 0) mobilities[v] = 0;
  return mobilities;
}

/// For every row of a level the sum of |row . row'| over all its rows', with inverse masses for an areal density of 1,
/// over its area.
void add_steepness(const Range& level, const std::vector<float>& mobilities, Curvature& curvature) {
  const SparseMatrix rows = rows_of(curvature.rows, level.begin, level.end);
  const SparseMatrix columns = transposed(rows, static_cast<int>(mobilities.size()));
  std::vector<double> products(rows.rows(), 0.0);
  for (int row = 0; row < rows.rows(); ++row) {
    std::vector<int> met;
    for (int k = rows.offsets[row]; k < rows.offsets[row + 1]; ++k) {
      const int i = rows.columns[k];
      const double part = rows.weights[k] * double(mobilities[i]);
      for (int n = columns.offsets[i]; n < columns.offsets[i + 1]; ++n) {
        met.push_back(columns.columns[n]);
        products[columns.columns[n]] += part * columns.weights[n];
      }
    }
    double sum = 0;
    for (const int other : met) sum += std::abs(std::exchange(products[other], 0.0));
    curvature.steepness.push_back(static_cast<float>(sum / curvature.areas[level.begin + row]));
  }
}

std::vector<std::array<float, kBendLevels>> typical_of_objects(const Model& model) {
  const Curvature& curvature = model.curvature;
  std::vector<std::array<float, kBendLevels>> typical(model.objects.size());
  for (int level = 0; level < kBendLevels; ++level) {
    std::vector<std::vector<float>> steepness(model.objects.size());
    for (int row = curvature.levels[level].begin; row < curvature.levels[level].end; ++row)
      steepness[model.vertex_object[curvature.vertices[row]]].push_back(curvature.steepness[row]);
    for (size_t i = 0; i < steepness.size(); ++i) {
      std::vector<float>& steep = steepness[i];
      const auto place = steep.begin() + static_cast<long>(kTypical * std::max(steep.size(), size_t{1}) - kTypical);
      if (!steep.empty()) std::nth_element(steep.begin(), place, steep.end());
      typical[i][level] = steep.empty() ? 0 : *place;
    }
  }
  return typical;
}

}  // namespace

void find_steepness(Model& model) {
  const std::vector<float> mobilities = mobilities_of(model);
  for (const Range& level : model.curvature.levels) add_steepness(level, mobilities, model.curvature);
  model.curvature.typical = typical_of_objects(model);
}

}  // namespace raycloth
