// How well the window draws: as its user says, or as well as it can and still be quick. Knows neither OpenGL nor a
// window.
#pragma once

namespace raycloth {

enum class Quality : int { automatic, high, low };
inline constexpr const char* kQualityNames[] = {"auto", "high", "low"};

/// What a quality means to who draws.
struct DrawLevel {
  bool light_mask;  // render/renderer.h
  int samples;      // per pixel
  float scale;      // of the picture's width and height, as it is drawn

  bool operator==(const DrawLevel&) const = default;
};

class QualityKeeper {
 public:
  /// Where OpenGL runs on the processor, `automatic` never tries what only a GPU does quickly.
  explicit QualityKeeper(bool software) : best_(software ? 1 : 0), level_(best_) {}

  void choose(Quality quality);
  Quality chosen() const { return chosen_; }
  DrawLevel level() const;

  /// What the last picture took, s. Some slow ones in a row lower the level, many quick ones raise it again, but not to
  /// one that has proved too slow three times.
  void drawn(double seconds);

 private:
  static constexpr int kLevels = 4;

  void move_to(int level);

  Quality chosen_ = Quality::automatic;
  int best_;
  int level_;
  int slow_ = 0, quick_ = 0;  // pictures in a row
  int failed_[kLevels] = {};  // how often each was left for being slow
};

}  // namespace raycloth
