// Loops that follow each other, each in need of what the ones before it wrote: colours of constraints, passes, levels.
// Each is a launch. But where what they run over falls into parts that share nothing (the objects of a scene), and no
// part is long in any loop, CUDA makes one launch of all of them: a block or some for each part, whose threads wait for
// each other between loops. The order within a part is the same, so are the bits.
//
// Who runs loops gives an object that is called with what runs them; InTurn, below, is the shortest.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "device/buffer.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A body may say apart what it reads that no loop of its launch writes. Then it is also called as f(at,
/// f.constants(at)), with what was read while others were still at the loop before.
template <class F>
concept ReadsAhead = requires(const F& f) {
  f.constants(Lanes<float>{0});
};

/// Ranges of indices [x, y) as `Loops::over` takes them.
struct RangesView {
  int count;
  const Int2* whole;     // on the host
  const Int2* of_parts;  // on the device: those of part p from p * count on
};

/// Ranges, and what of each belongs to which part.
class PartedRanges {
 public:
  PartedRanges() = default;
  /// `part_of[i]`: whose index i is, below `parts`; ascending within each range.
  PartedRanges(std::vector<Int2> ranges, const std::vector<int>& part_of, int parts)
      : whole_(std::move(ranges)), parts_(parts) {
    std::vector<Int2> of_parts;
    for (int part = 0; part < parts; ++part) {
      for (const Int2 range : whole_) {
        const auto first = part_of.begin() + range.x, last = part_of.begin() + range.y;
        const auto [begin, end] = std::equal_range(first, last, part);
        of_parts.push_back({begin - part_of.begin(), end - part_of.begin()});
        longest_ = std::max(longest_, of_parts.back().y - of_parts.back().x);
      }
    }
    of_parts_ = Buffer<Int2>(of_parts);
  }

  RangesView view() const { return {static_cast<int>(whole_.size()), whole_.data(), of_parts_.data()}; }
  int parts() const { return parts_; }
  int longest() const { return longest_; }  // of any part

 private:
  std::vector<Int2> whole_;
  Buffer<Int2> of_parts_;
  int parts_ = 0, longest_ = 0;
};

}  // namespace raycloth::RAYCLOTH_DEVICE

#if RAYCLOTH_ON_CUDA
#include "device/cuda/loops.h"
#else
#include "device/cpu/loops.h"
#endif

namespace raycloth::RAYCLOTH_DEVICE {

/// A body that is given the indices from `begin` on.
template <class F>
struct From {
  F f;
  int begin;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    f(Lanes<Real>{at.first + begin});
  }

  int skip_idle(int i, int end) const requires requires { f.skip_idle(i, end); }
  { return f.skip_idle(begin + i, begin + end) - begin; }
};

/// A launch for each loop, of all parts together.
struct LaunchedLoops {
  Queue& queue;

  /// f(Lanes<Real>) over range k, of which an index moves so many bytes. `most`: a count on the device that the indices
  /// may not exceed; where parts are alone, `goes_on` has told. Bodies that read RowsView: from a multiple of eight on.
  template <class F>
  void over(const RangesView& ranges, int k, const char* name, long long moves, const F& f,
            const int* most = nullptr) const {
    const Int2 range = ranges.whole[k];
    const From<F> body{f, range.x};
    if (most) return parallel_for_lanes(queue, name, DeviceCount{range.y - range.x, most}, moves, body);
    parallel_for_lanes(queue, name, range.y - range.x, moves, body);
  }

  /// Whether what follows is to be done, by a number for each part: not known here, so by `most`.
  bool goes_on(const float*) const { return true; }
};

/// f(Lanes<Real>) over range after range.
RAYCLOTH_CALLS_HOST
template <class Loops, class F>
RAYCLOTH_HD void over_all(const Loops& loops, const RangesView& ranges, const char* name, long long moves, const F& f,
                          const int* most = nullptr) {
  if constexpr (ReadsAhead<F> && requires { loops.run_ahead(ranges, f); }) {
    loops.run_ahead(ranges, f);
  } else {
    for (int k = 0; k < ranges.count; ++k) loops.over(ranges, k, name, moves, f, most);
  }
}

/// The loops of `f`. `longest`: the most indices that any of them has of any part. `most_blocks`: of CUDA, on a part.
template <class F>
void run_loops(Queue& queue, const char* name, int parts, int longest, const F& f, int most_blocks = 8) {
  if (launch_as_one(queue, name, parts, longest, f, most_blocks)) return;
  f(LaunchedLoops{queue});
}

/// One body over range after range.
template <class F>
struct InTurn {
  RangesView ranges;
  const char* name;
  long long moves;
  F f;

  RAYCLOTH_CALLS_HOST
  template <class Loops>
  RAYCLOTH_HD void operator()(const Loops& loops) const {
    over_all(loops, ranges, name, moves, f);
  }
};

/// Constraints of a colour share no vertex: each writes its own.
template <class F>
void run_colors(Queue& queue, const char* name, const PartedRanges& colors, long long moves, const F& f) {
  run_loops(queue, name, colors.parts(), colors.longest(), InTurn<F>{colors.view(), name, moves, f});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
