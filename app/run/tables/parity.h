// Whether both devices come to the same bits: CPU and CUDA go on from one state, side by side. Where no CUDA device
// answers, all threads of the CPU against one, and why. Knows neither window nor files.
#pragma once

#include <functional>
#include <string>

#include "app/run/divergence.h"

namespace raycloth {

struct ParityResult {
  std::string a, b;          // who ran
  std::string without_cuda;  // why CUDA did not; empty where it did
  long long from = 0;        // the frame of the state
  int frames = 0;            // steps that both took
  uint64_t hash_a = 0, hash_b = 0;
  Deviation largest;
  std::optional<long long> differs;  // the first frame in which a number is another
  double ms_a = 0, ms_b = 0;         // medians of a step

  bool equal() const { return hash_a == hash_b && !differs; }
};

/// `state` of a simulation of `model` as it was built. `go_on` is asked before every step with how much is done, 0 to
/// 1; false ends it, with what is known by then.
ParityResult find_parity(const Model& model, const Snapshot& state, int threads, int frames,
                         const std::function<bool(double part)>& go_on);

/// Some lines.
std::string parity_text(const ParityResult& result, const Model& model);

}  // namespace raycloth
