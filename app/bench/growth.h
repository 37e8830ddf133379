// How the cost of a pile of sheets grows with its vertices: one settled pile, resampled to several
// resolutions, so that all of them measure the same folds and contacts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/scenes.h"

namespace raycloth {

/// A scene of generated sheets that has run for a while at a coarse resolution.
class SettledPile {
 public:
  /// Runs `scene_file` with its cells per side multiplied by `factor` for `frames` steps, or as many as
  /// `seconds` allow.
  SettledPile(std::filesystem::path scene_file, float factor, DeviceChoice device, int frames, double seconds);

  long long frames() const { return frames_; }
  const std::string& name() const { return scene_.name; }

  /// The pile's state at another resolution, interpolated over every sheet.
  std::unique_ptr<Simulation> at(float factor, DeviceChoice device, int threads) const;

 private:
  std::filesystem::path file_;
  Scene scene_;
  std::vector<std::vector<Vec4>> positions_, velocities_;  // per object, by vertex of its mesh
  long long frames_ = 0;
};

struct GrowthSize {
  float factor = 1;  // cells per side, of the scene's own
  SceneResult result;
};

struct SkippedSize {
  float factor = 1;
  double seconds = 0;  // it would have taken, by the sizes before it; or took, and more
};

struct GrowthResult {
  std::string scene;
  float settled_factor = 1;
  long long settled_frames = 0;
  std::vector<GrowthSize> sizes;
  std::vector<SkippedSize> skipped;
  /// Of the median milliseconds over the vertices of cloth; none below two sizes.
  std::optional<double> detect_exponent() const, step_exponent() const;
};

/// As many sizes, and steps of each, as about `seconds` allow.
GrowthResult measure_growth(const SettledPile& pile, float settled_factor, DeviceChoice device, const BenchPlan& plan,
                            double seconds);

/// Steps of the pile as it ships, on each number of CPU threads of the plan, from one state.
std::vector<SceneResult> measure_threads(const SettledPile& pile, const BenchPlan& plan);

/// The slope of log y over log x by least squares; none below two points. All values must be positive.
std::optional<double> fitted_exponent(const std::vector<double>& x, const std::vector<double>& y);

/// Values at the vertices of the sheet `coarse`, interpolated at those of `fine`; both made by make_sheet
/// with one size.
std::vector<Vec4> resample(const Mesh& coarse, const std::vector<Vec4>& values, const Mesh& fine);

}  // namespace raycloth
