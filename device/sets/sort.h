// Ascending order, by one thread or by a team.
#pragma once

#include "device/team.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Shell 1959, "A high-speed sorting procedure", with the gaps of Ciura 2001: few are inserted one by one, many do not
/// take the square of their number.
template <class T>
RAYCLOTH_HD inline void sort(T* values, int count) {
  for (const int gap : {301, 132, 57, 23, 10, 4, 1}) {
    for (int i = gap; i < count; ++i) {
      const T value = values[i];
      int k = i;
      for (; k >= gap && value < values[k - gap]; k -= gap) values[k] = values[k - gap];
      values[k] = value;
    }
  }
}

/// Of numbers that differ from each other. The threads of a team hold up to four each, and put them where as many are
/// smaller.
RAYCLOTH_HD inline void sort(const Team& team, int* numbers, int count) {
  if (count <= 1) return;
  constexpr int kEach = 4;
  if (Team::kThreads == 1 || count > kEach * Team::kThreads) {
    if (team.leads()) sort(numbers, count);
    return;
  }
  int own[kEach], places[kEach] = {};
  for (int k = 0; k < kEach; ++k) {
    const int i = Team::kThreads * k + team.thread;
    own[k] = i < count ? numbers[i] : numbers[0];
  }
  for (int i = 0; i < kEach * Team::kThreads; ++i) {
    const int other = team.told(own[i / Team::kThreads], i % Team::kThreads);
    for (int k = 0; k < kEach; ++k) places[k] += i < count && other < own[k] ? 1 : 0;
  }
  for (int k = 0; k < kEach; ++k) {
    if (Team::kThreads * k + team.thread < count) numbers[places[k]] = own[k];
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
