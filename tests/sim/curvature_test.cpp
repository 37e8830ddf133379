// The rows of second derivatives that bending is made of, and the energy that they give to rolled sheets.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/sim/sheets.h"

namespace raycloth {
namespace {

using namespace sheets;

constexpr double kPi = 3.14159265358979;

/// Row times the positions that `at` gives.
template <class At>
glm::dvec3 row_of(const Curvature& c, int row, At at) {
  glm::dvec3 sum(0);
  for (int k = c.rows.offsets[row]; k < c.rows.offsets[row + 1]; ++k)
    sum += double(c.rows.weights[k]) * glm::dvec3(at(c.rows.columns[k]));
  return sum;
}

/// What B / 2 is multiplied with in the energy, by the rows of a level.
template <class At>
double bent(const Curvature& c, At at, int level = 0) {
  double sum = 0;
  for (int row = c.levels[level].begin; row < c.levels[level].end; ++row)
    if (c.areas[row] > 0) sum += glm::dot(row_of(c, row, at), row_of(c, row, at)) / c.areas[row];
  return sum;
}

/// Of every vertex, all of whose rows have the same.
std::vector<double> areas_of(const Model& model) {
  std::vector<double> areas(model.positions.size(), 0.0);
  for (size_t row = 0; row < model.curvature.areas.size(); ++row)
    areas[model.curvature.vertices[row]] = model.curvature.areas[row];
  return areas;
}
double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

bool on_border(const Vec3& p, Vec2 size) {
  return std::abs(p.x) > 0.4999f * size.x || std::abs(p.z) > 0.4999f * size.y;
}
bool in_corner(const Vec3& p, Vec2 size) {
  return std::abs(p.x) > 0.4999f * size.x && std::abs(p.z) > 0.4999f * size.y;
}

TEST(Curvature, RowsAddUpToZero) {
  for (const Mesh& mesh : {make_sheet({1, 0.7f}, {10, 7}), jittered_sheet({1, 0.7f}, {10, 7}, 0.24f, 1),
                           roll(jittered_sheet({1, 0.7f}, {10, 7}, 0.24f, 2), 0.3f, 0.5)}) {
    const Model model = model_of(mesh);
    for (int row = 0; row < model.curvature.rows.rows(); ++row)
      EXPECT_NEAR(row_of(model.curvature, row, [](int) { return glm::dvec3(1); }).x, 0, 1e-5);
  }
}

/// Inside, on straight borders, and, where there is no row, at corners.
TEST(Curvature, OfAFlatSheetIsNone) {
  for (const float part : {0.0f, 0.24f}) {
    const Vec2 size(1, 0.7f);
    const Model model = model_of(jittered_sheet(size, {10, 7}, part, 3));
    const Curvature& c = model.curvature;
    std::vector<int> rows(model.positions.size(), 0);
    for (int row = 0; row < c.rows.rows(); ++row) {
      const int v = c.vertices[row];
      const Vec3 p(model.positions[v]);
      ++rows[v];
      EXPECT_GT(c.areas[row], 0);
      EXPECT_EQ(c.rest[row], 0);
      EXPECT_NEAR(glm::length(row_of(c, row, [&](int i) { return model.positions[i]; })), 0, 1e-5) << v;
      // A border resists along itself alone: what is inside is not in its rows.
      for (int k = c.rows.offsets[row]; on_border(p, size) && k < c.rows.offsets[row + 1]; ++k)
        EXPECT_TRUE(on_border(Vec3(model.positions[c.rows.columns[k]]), size));
    }
    for (size_t v = 0; v < rows.size(); ++v) {
      const Vec3 p(model.positions[v]);
      const bool deep = std::abs(p.x) < 0.5f * size.x - 0.25f && std::abs(p.z) < 0.5f * size.y - 0.25f;
      EXPECT_EQ(rows[v], in_corner(p, size)           ? 0
                         : on_border(p, size) || deep ? 1
                                                      : 3)
          << "two cells of 0.1 m make a band";
    }
  }
}

/// Curvature times area adds up to 1 / radius over the sheet but for the half cells along borders: ends bend along
/// themselves alone, which are straight, and borders that are curved at rest have no rows.
TEST(Curvature, OfACurvedSheetIsKnownAtRest) {
  const float radius = 0.3f;
  const Model model = model_of(roll(jittered_sheet({1.2f, 0.6f}, {60, 30}, 0.24f, 5), radius));
  const Curvature& c = model.curvature;
  double sum = 0, area = 0;
  for (int row = 0; row < c.rows.rows(); ++row) {
    const double length = glm::length(row_of(c, row, [&](int i) { return model.positions[i]; }));
    const bool flat = length < 2e-4 * std::sqrt(c.areas[row]);
    EXPECT_NEAR(c.rest[row], length, flat ? length : 1e-6 + 1e-3 * length) << row;
    const bool alone = (row == 0 || c.vertices[row - 1] != c.vertices[row]) &&
                       (row + 1 == c.rows.rows() || c.vertices[row + 1] != c.vertices[row]);
    if (!alone || on_border(Vec3(model.positions[c.vertices[row]]), {1e9f, 0.6f})) continue;
    sum += c.rest[row];
    area += c.areas[row];
  }
  EXPECT_GT(area, 0.5 * 1.2 * 0.6);
  EXPECT_NEAR(sum * radius, area, 0.03 * area) << "deep inside, where rows are Laplacians";
}

TEST(Curvature, AreasAddUpToThatOfTheSheet) {
  for (const Int2 cells : {Int2(12, 1), Int2(12, 2), Int2(12, 9)}) {
    for (const float part : {0.0f, 0.24f}) {
      const Model model = model_of(jittered_sheet({1.2f, 0.5f}, cells, part, 4));
      EXPECT_NEAR(sum_of(areas_of(model)), 0.6, 1e-5);
    }
  }
}

TEST(Curvature, TrianglesBetweenPinsBelongToNobody) {
  Scene scene = scene_of(make_sheet({1.2f, 0.5f}, {12, 5}));
  scene.objects[0].pins.boxes = {{{-1, -1, -1}, {-0.39f, 1, 1}}};  // three columns of vertices, two of cells
  const Model model = build_model(scene);
  EXPECT_NEAR(sum_of(areas_of(model)), 1.0 * 0.5, 1e-5);
}

struct Roll {
  const char* name;
  Vec2 size;
  Int2 cells;
  float part, directions;  // of a cell, below 0: make_sheet; how many of them are tried over half a turn
};
std::ostream& operator<<(std::ostream& stream, const Roll& roll) { return stream << roll.name; }
class RolledSheet : public testing::TestWithParam<Roll> {};
INSTANTIATE_TEST_SUITE_P(
    Curvature, RolledSheet,
    testing::Values(Roll{"Alternating", {1, 1}, {70, 70}, -1, 6}, Roll{"Regular", {1, 1}, {70, 70}, 0, 6},
                    Roll{"Slight", {1, 1}, {70, 70}, 0.1f, 6}, Roll{"Jittered", {1, 1}, {70, 70}, 0.2f, 6},
                    Roll{"OneWide", {2.1f, 0.03f}, {70, 1}, 0, 1}, Roll{"TwoWide", {2.1f, 0.06f}, {70, 2}, 0, 1},
                    Roll{"FiveWide", {2.1f, 0.15f}, {70, 5}, 0, 1},
                    Roll{"OneWideJittered", {2.1f, 0.03f}, {70, 1}, 0.24f, 1},
                    Roll{"TwoWideJittered", {2.1f, 0.06f}, {70, 2}, 0.24f, 1},
                    Roll{"FiveWideJittered", {2.1f, 0.15f}, {70, 5}, 0.24f, 1}),
    [](const auto& info) { return std::string(info.param.name); });

/// What every triangle between three vertices of the border, or two, leaves to the border's rows, which bend along the
/// border alone: rolled at an angle to it, with the square of the cosine of that angle of the curvature.
double lost_at_borders(const Model& model, Vec2 size, double direction) {
  const std::vector<double> areas = areas_of(model);
  double lost = 0;
  for (size_t v = 0; v < model.positions.size(); ++v) {
    const Vec3 p(model.positions[v]);
    if (!on_border(p, size)) continue;
    const bool along_x = std::abs(p.z) > 0.4999f * size.y;
    const double cosine = along_x ? std::cos(direction) : std::sin(direction);
    lost += areas[v] * (1 - std::pow(cosine, 4));
  }
  return lost;
}

TEST_P(RolledSheet, BendsAsItsCurvatureAndAreaSay) {
  const auto& [name, size, cells, part, directions] = GetParam();
  const Model model = model_of(part < 0 ? make_sheet(size, cells) : jittered_sheet(size, cells, part, 7));
  const float radius = 0.4f;
  for (int i = 0; i < static_cast<int>(directions); ++i) {
    const double direction = kPi * i / directions;
    const double lost = lost_at_borders(model, size, direction);
    const double area = size.x * size.y;
    EXPECT_LT(lost, 0.03 * area);
    const double energy =
        bent(model.curvature, [&](int v) { return rolled(Vec3(model.positions[v]), radius, direction); });
    // Second derivatives apart, on diagonals that alternate, add some 2 % in the band.
    EXPECT_NEAR(energy * radius * radius, area - lost, 0.045 * area) << "at " << i * 180 / directions << " degrees";
  }
}

/// Corners have no rows: what is theirs bends with their triangles' other rows, whose areas it adds to. Rolled along x,
/// all of a regular sheet bends but what belongs to the rows of its two ends, which see the line across alone.
TEST(Curvature, OfRowsBesideACornerCountsForTheCorner) {
  const Vec2 size(0.4f, 0.2f);
  const Model model = model_of(make_sheet(size, {4, 2}));
  const std::vector<double> areas = areas_of(model);
  double ends = 0;
  for (size_t v = 0; v < areas.size(); ++v)
    if (std::abs(model.positions[v].x) > 0.4999f * size.x) ends += areas[v];
  const float radius = 5;
  const double energy = bent(model.curvature, [&](int v) { return rolled(Vec3(model.positions[v]), radius, 0); });
  EXPECT_NEAR(energy * radius * radius, size.x * size.y - ends, 0.01 * size.x * size.y);
}

/// The largest eigenvalue of M^-1 K^T A^-1 K of a level's rows with masses for an areal density of 1, by power
/// iteration.
double largest_eigenvalue(const Model& model, int level = 0) {
  const Curvature& c = model.curvature;
  const double density = model.objects[0].material.areal_density;
  const SparseMatrix columns = transposed(c.rows, static_cast<int>(model.positions.size()));
  std::mt19937 random(9);
  std::vector<double> x(model.positions.size()), r(c.rows.rows());
  for (double& value : x) value = std::uniform_real_distribution<double>(-1, 1)(random);
  double eigenvalue = 0;
  for (int i = 0; i < 3000; ++i) {
    for (int row = c.levels[level].begin; row < c.levels[level].end; ++row) {
      r[row] = 0;
      for (int k = c.rows.offsets[row]; k < c.rows.offsets[row + 1]; ++k)
        r[row] += c.rows.weights[k] * x[c.rows.columns[k]];
      if (c.areas[row] > 0) r[row] /= c.areas[row];
    }
    double length = 0;
    for (size_t v = 0; v < x.size(); ++v) {
      double force = 0;
      for (int k = columns.offsets[v]; k < columns.offsets[v + 1]; ++k)
        force += columns.weights[k] * r[columns.columns[k]];
      x[v] = model.positions[v].w * density * force;
      length += x[v] * x[v];
    }
    eigenvalue = std::sqrt(length);
    for (double& value : x) value /= eigenvalue;
  }
  return eigenvalue;
}

TEST(Curvature, SteepnessBoundsTheLargestEigenvalue) {
  for (const float part : {0.0f, 0.1f, 0.24f}) {
    for (const Int2 cells : {Int2(9, 7), Int2(14, 1), Int2(5, 15)}) {
      Scene scene = scene_of(jittered_sheet({0.5f, 0.4f}, cells, part, 11));
      if (cells.x == 9) scene.objects[0].pins.boxes = {{{-1, -1, -1}, {-0.15f, 1, 1}}};
      const Model model = build_model(scene);
      const double eigenvalue = largest_eigenvalue(model);
      const double bound = *std::max_element(model.curvature.steepness.begin(), model.curvature.steepness.end());
      EXPECT_LE(eigenvalue, 1.0001 * bound) << part << ", " << cells.x << " cells";
      EXPECT_GE(eigenvalue, bound / 8) << part << ", " << cells.x << " cells";  // or stages would be wasted
    }
  }
}

/// Edges of 4 mm: patches 8 and 16 mm apart.
Mesh fine_sheet(float part) { return jittered_sheet({0.24f, 0.2f}, {60, 50}, part, 21); }

TEST(Curvature, OfPatchesAddsUpToZero) {
  const Model model = model_of(roll(fine_sheet(0.24f), 0.1f, 0.5));
  const auto& levels = model.curvature.levels;
  ASSERT_GT(levels[1].size(), 0);
  ASSERT_GT(levels[2].size(), 0);
  for (int row = levels[1].begin; row < levels[2].end; ++row)
    EXPECT_NEAR(row_of(model.curvature, row, [](int) { return glm::dvec3(1); }).x, 0, 1e-5);
}

/// What bends by the same everywhere bends so in the mean: by 1 / radius, and beside a border, for half an edge, by
/// what of it is along the border.
TEST(Curvature, OfPatchesIsTheSheets) {
  const double radius = 0.5, beside = 0.002;
  const Model sheets[] = {model_of(fine_sheet(0)), model_of(fine_sheet(0.2f))};
  for (const double direction : {0.0, 0.5, 1.2}) {
    const double along_x = std::pow(std::cos(direction), 4), along_z = std::pow(std::sin(direction), 4);
    const double inside = (0.24 - 2 * beside) * (0.2 - 2 * beside);
    const double exact = (inside + 2 * beside * (0.24 * along_x + 0.2 * along_z)) / (radius * radius);
    for (const Model& model : sheets)
      for (const int level : {1, 2}) {
        const double energy = bent(
            model.curvature,
            [&](int v) { return rolled(Vec3(model.positions[v]), static_cast<float>(radius), direction); }, level);
        EXPECT_NEAR(energy, exact, 0.01 * exact) << direction << ", " << level;
      }
  }
}

TEST(Curvature, OfPatchesIsOfFewerRows) {
  const auto& levels = model_of(fine_sheet(0.1f)).curvature.levels;
  EXPECT_LT(levels[1].size(), 0.4 * levels[0].size());
  EXPECT_LT(levels[2].size(), 0.6 * levels[1].size());
  for (const Int2 cells : {Int2(15, 12), Int2(30, 25)}) {  // edges of 16 mm; of 8
    const Model coarse = model_of(jittered_sheet({0.24f, 0.2f}, cells, 0.1f, 21));
    EXPECT_EQ(coarse.curvature.levels[1].size() > 0, cells.x == 30);
    EXPECT_EQ(coarse.curvature.levels[2].size(), 0);
  }
}

/// Second derivatives go with the square of a length, and steepness with the square of those: on a square lattice two
/// and three edges apart it is a sixteenth and an 81st. Patches are nearly one, and end at borders.
TEST(Curvature, OfPatchesIsLessSteep) {
  const Curvature c = model_of(make_sheet({0.24f, 0.2f}, {60, 50})).curvature;
  const auto median = [&](int level) {
    std::vector<float> steepness(c.steepness.begin() + c.levels[level].begin,
                                 c.steepness.begin() + c.levels[level].end);
    std::nth_element(steepness.begin(), steepness.begin() + steepness.size() / 2, steepness.end());
    return steepness[steepness.size() / 2];
  };
  EXPECT_LT(median(1), median(0) / 8);
  EXPECT_LT(median(2), median(0) / 36);
}

TEST(Curvature, SteepnessBoundsTheLargestEigenvalueOfEachLevel) {
  const Model model = model_of(jittered_sheet({0.08f, 0.06f}, {20, 15}, 0.2f, 22));
  for (int level = 0; level < kBendLevels; ++level) {
    const Range& rows = model.curvature.levels[level];
    ASSERT_GT(rows.size(), 0);
    const auto first = model.curvature.steepness.begin();
    const double bound = *std::max_element(first + rows.begin, first + rows.end);
    const double eigenvalue = largest_eigenvalue(model, level);
    EXPECT_LE(eigenvalue, 1.0001 * bound) << level;
    EXPECT_GE(eigenvalue, bound / 8) << level;
  }
}

TEST(Curvature, FewRowsAreSteeperThanWhatIsTypical) {
  const Model model = model_of(jittered_sheet({0.5f, 0.4f}, {25, 20}, 0.24f, 12));
  const auto& steepness = model.curvature.steepness;
  ASSERT_EQ(model.curvature.typical.size(), 1u);
  const auto above =
      std::count_if(steepness.begin(), steepness.end(), [&](float s) { return s > model.curvature.typical[0][0]; });
  EXPECT_GT(above, 0);
  EXPECT_LE(above, static_cast<long>(steepness.size()) / 40);
}

}  // namespace
}  // namespace raycloth
