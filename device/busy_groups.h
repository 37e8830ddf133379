// Loops over indices of which many, in groups of eight neighbours, have nothing to do: a flag for each group lets the
// loop pass over it. Bodies have to leave everything as it is for indices of groups without a flag: the lanes of a CPU
// may take some of them along with their neighbours, where a thread of CUDA does not.
#pragma once

#include <utility>

#include "device/buffer.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

inline int group_count(size_t indices) { return static_cast<int>((indices + 7) / 8); }

/// Flags for so many indices.
inline Buffer<unsigned char> busy_groups(size_t indices) {
  return Buffer<unsigned char>(static_cast<size_t>(group_count(indices)) + 1);  // the last: read along, never set
}

/// Whether `does(index)` for any of a group's indices below `end`.
template <class Does>
RAYCLOTH_HD bool any_in_group(int group, int end, Does does) {
  for (int i = 8 * group; i < 8 * group + 8 && i < end; ++i)
    if (does(i)) return true;
  return false;
}

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
