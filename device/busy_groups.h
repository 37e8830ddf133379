// Loops over indices of which many, in groups of eight neighbours, have nothing to do: a flag for each group lets the
// loop pass over it. Bodies have to leave everything as it is for indices of groups without a flag: the lanes of a CPU
// may take some of them along with their neighbours, where a thread of CUDA does not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "device/buffer.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

inline int group_count(size_t indices) { return static_cast<int>((indices + 7) / 8); }

/// Flags for so many indices.
inline Buffer<unsigned char> busy_groups(size_t indices) {
  return Buffer<unsigned char>(static_cast<size_t>(group_count(indices)) + 8);  // the last: read along, never set
}

/// Whether `does(index)` for any of a group's indices below `end`.
template <class Does>
RAYCLOTH_HD bool any_in_group(int group, int end, Does does) {
  for (int i = 8 * group; i < 8 * group + 8 && i < end; ++i)
    if (does(i)) return true;
  return false;
}

/// Whether the group of an index is busy; without flags all are.
RAYCLOTH_HD inline bool is_busy(const unsigned char* flags, int index) { return !flags || flags[index / 8]; }

/// The body of a loop, where groups are busy.
template <class F>
struct WhereBusy {
  F f;
  const unsigned char* busy;  // null: everywhere

  template <class Real>
  RAYCLOTH_HD bool acts(Lanes<Real> at) const {
    constexpr int kLast = static_cast<int>(sizeof(Real) / sizeof(float)) - 1;
    return !busy || busy[at.first / 8] || busy[(at.first + kLast) / 8];
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    if (acts(at)) f(at);
  }
  RAYCLOTH_HD void operator()(int i) const {
    if (is_busy(busy, i)) f(i);
  }

  /// The first of i, i + 8, ... up to `end` from which eight indices are not all idle, or the last of them.
  int skip_idle(int i, int end) const {
    if (!busy) return i;
    const int last = i + (end - i) / 8 * 8, groups = (end + 7) / 8;
    int group = i / 8;
    for (uint64_t eight = 0; group < groups; group += 8) {
      std::memcpy(&eight, busy + group, sizeof eight);
      if (eight == 0) continue;
      group += std::countr_zero(eight) / 8;
      break;
    }
    const int first = 8 * group - 7;  // from there on eight reach into that group
    return first <= i ? i : std::min(i + (first - i + 7) / 8 * 8, last);
  }

  /// Of a body that says its constants apart (device/loops.h).
  template <class Constants>
  struct Ahead {
    bool acts;
    Constants constants;
  };
  template <class Real, class G = F>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const -> Ahead<decltype(std::declval<const G&>().constants(at))> {
    return {acts(at), f.constants(at)};
  }
  template <class Real, class Constants>
  RAYCLOTH_HD void operator()(Lanes<Real> at, const Ahead<Constants>& ahead) const {
    if (ahead.acts) f(at, ahead.constants);
  }
};
template <class F>
WhereBusy(F, const unsigned char*) -> WhereBusy<F>;

}  // namespace raycloth::RAYCLOTH_DEVICE
