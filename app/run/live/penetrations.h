// Watches for crossing surfaces while a scene runs: the exact referee counts on a thread of its own, so that the
// steps do not wait for it; the first crossing can pause the run and leaves a bookmark. Knows neither window nor
// panels.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/run/stopwatch.h"
#include "collision/referee/intersections.h"
#include "sim/simulation.h"

namespace raycloth {

/// A frame at which surfaces crossed, and the first of its pairs.
struct Penetration {
  long long frame = 0;
  long long pairs = 0;
  Crossing first;
  Vec3 place;  // m, where the edge meets the triangle
};

/// Where an edge crosses a triangle's plane; its middle where it lies in the plane.
Vec3 crossing_place(std::span<const Vec4> positions, const Model& model, const Crossing& crossing);

/// The crossings of the present state, if any. Waits for them.
std::optional<Penetration> find_penetration(Simulation& simulation);

class PenetrationWatch {
 public:
  /// Of the time, for counts that no step waits for: they take cores from the steps.
  static constexpr double kShare = 0.1;
  static double pause_after(double seconds) { return seconds * (1 / kShare - 1); }

  bool counting = false;        // count at all: the present state, as often as the share allows
  bool pause_at_first = false;  // count every frame, and hold the steps until it is known

  void watch(bool count, bool pause);

  /// Begins to count the present state, unless its frame is counted already or a count is under way. `at_once`: the
  /// share does not matter, for nothing moves.
  void look(Simulation& simulation, bool at_once);

  /// Whether the next step must wait for a count.
  bool holds_steps() const { return pause_at_first && counted_.valid(); }
  /// Whether a count is under way, or done and to be taken over.
  bool busy() const { return counted_.valid(); }

  /// Takes a finished count over. True when it is the first with crossings after a clean one, or since it was asked to
  /// pause there, and the run shall pause: shown() is what it found.
  bool poll();

  /// The state was set anew: what comes of the count under way is dropped.
  void restart();
  /// Another scene: the bookmarks go as well.
  void forget();

  /// The last count: frame -1 before the first.
  long long frame() const { return frame_; }
  long long pairs() const { return pairs_; }

  /// One for each time that crossings appeared after a clean count.
  const std::vector<Penetration>& bookmarks() const { return bookmarks_; }
  void show(const Penetration& penetration) { shown_ = penetration; }
  const std::optional<Penetration>& shown() const { return shown_; }

 private:
  struct Count {
    long long frame = 0;
    std::optional<Penetration> found;
    double seconds = 0;  // that it took
  };

  bool rests() const { return since_.seconds() < pause_; }

  Stopwatch since_;    // the last count,
  double pause_ = 0;   // s, after which another may begin
  bool void_ = false;  // the one under way is of a state that is no more
  bool anew_ = false;  // the next is the first that may pause
  long long frame_ = -1, pairs_ = 0;
  std::vector<Penetration> bookmarks_;
  std::optional<Penetration> shown_;
  std::shared_ptr<const Model> model_;  // a copy: a cut may replace the simulation's while it is counted
  std::future<Count> counted_;          // last: it waits for its thread when it goes
};

}  // namespace raycloth
