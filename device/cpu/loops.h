// On the CPU every loop is shared out by itself: parts are too few to keep threads busy. Included by device/loops.h
// alone.
#pragma once

#define RAYCLOTH_CALLS_HOST

namespace raycloth::cpu {

template <class F>
bool launch_as_one(Queue&, const char*, int, int, const F&, int) {
  return false;
}

}  // namespace raycloth::cpu
