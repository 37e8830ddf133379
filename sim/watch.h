// Work that somebody watches, who may end it: large meshes take a while to be read, and to become a model.
#pragma once

#include <functional>
#include <stdexcept>

namespace raycloth {

/// Asked now and then with how much is done, 0 to 1; false ends it. Empty: nobody watches.
using Watch = std::function<bool(double part)>;

struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("cancelled") {}
};

/// Throws Cancelled where `watch` says so.
inline void go_on(const Watch& watch, double part) {
  if (watch && !watch(part)) throw Cancelled();
}

/// Of a part of the work, which goes from there to there of all.
inline Watch part_of(const Watch& watch, double from, double to) {
  if (!watch) return {};
  return [=](double part) { return watch(from + part * (to - from)); };
}

}  // namespace raycloth
