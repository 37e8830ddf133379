// A set of unordered pairs of numbers, each below 2^31, in a hash table: any thread may add to it, in any order, while
// no other asks. What is in it does not depend on the order; where it lies does.
#pragma once

#include "device/atomic.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct PairSet {
  unsigned long long* keys;  // of a power of two of places, more than there are pairs; 0: a free place
  unsigned mask;             // of places

  RAYCLOTH_HD static unsigned long long key_of(int a, int b) {
    const auto low = static_cast<unsigned long long>(a < b ? a : b),
               high = static_cast<unsigned long long>(a < b ? b : a);
    return (low << 32 | high) + 1;
  }
  /// Where a key is looked for first (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
  RAYCLOTH_HD unsigned place_of(unsigned long long key) const {
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9ull;
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebull;
    return static_cast<unsigned>(key ^ (key >> 31)) & mask;
  }

  RAYCLOTH_HD void add(int a, int b) const {
    const unsigned long long key = key_of(a, b);
    for (unsigned place = place_of(key);; place = (place + 1) & mask) {
      const unsigned long long there = atomic_swap_if(&keys[place], 0, key);
      if (there == 0 || there == key) return;
    }
  }

  RAYCLOTH_HD bool has(int a, int b) const {
    const unsigned long long key = key_of(a, b);
    for (unsigned place = place_of(key); keys[place] != 0; place = (place + 1) & mask) {
      if (keys[place] == key) return true;
    }
    return false;
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
