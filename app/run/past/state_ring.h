// Past states of a run: each of the last frames, every second of those before, every fourth before those, and so on,
// within a bound of memory. A frame that is not kept is made again from the one before it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sim/snapshot.h"

namespace raycloth {

class StateRing {
 public:
  static constexpr size_t kUsualBytes = size_t{256} << 20;

  explicit StateRing(size_t most_bytes = kUsualBytes) : most_bytes_(most_bytes) {}

  /// Frames must ascend.
  void add(Snapshot snapshot);
  /// The latest state that is not after `frame`; the first added is always kept.
  const Snapshot& at_or_before(long long frame) const;
  /// The state of this very frame; nullptr when it is not kept.
  const Snapshot* find(long long frame) const;
  /// The memory of a state that was forgotten, to be filled again: fresh pages cost more than what is written to them.
  Snapshot take_spare();
  /// At most so many bytes from now on; what is too much is forgotten, the latest states last.
  void bound(size_t most_bytes);
  /// Forgets what comes after `frame`.
  void cut_after(long long frame);

  size_t size() const { return states_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  void thin();
  void shrink();
  void drop(const std::shared_ptr<Snapshot>& state);

  static constexpr long long kDense = 64;  // frames, at first
  static constexpr long long kSparsest = 4;
  static constexpr size_t kMostSpares = 4;

  size_t most_bytes_, bytes_ = 0;
  long long dense_ = kDense;                       // the last so many frames are all kept
  std::vector<std::shared_ptr<Snapshot>> states_;  // takes share what they have in common
  std::vector<std::shared_ptr<Snapshot>> spares_;  // forgotten, their memory is not
};

}  // namespace raycloth
