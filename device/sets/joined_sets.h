// Sets of numbers, joined by any threads in any order: a parent is never greater than its child, so that the root of a
// set is the least of it whoever joined what first (Jaiganesh and Burtscher 2018, "A High-Performance Connected
// Components Implementation for GPUs", Section 3).
#pragma once

#include "device/atomic.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct JoinedSets {
  int* parents;  // at first each its own

  /// The least of the set, once no kernel joins any more. Halves the way there.
  RAYCLOTH_HD int root(int i) const {
    for (int parent = atomic_load(&parents[i]); parent != i;) {
      const int next = atomic_load(&parents[parent]);
      if (next != parent) atomic_store(&parents[i], next);
      i = parent;
      parent = next;
    }
    return i;
  }

  RAYCLOTH_HD void join(int a, int b) const {
    do {
      a = root(a);
      b = root(b);
      if (a < b) {
        const int least = a;
        a = b;
        b = least;
      }
    } while (a != b && !atomic_replace(&parents[a], a, b));
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
