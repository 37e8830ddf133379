// Every CUDA call goes through check_cuda, which names the call or kernel and the place. CUDA side of device/ only.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>
#include <string>

namespace raycloth::gpu {

inline void check_cuda(cudaError_t status, const char* what,
                       std::source_location at = std::source_location::current()) {
  if (status == cudaSuccess) return;
  throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status) + " (" + at.file_name() +
                           ":" + std::to_string(at.line()) + ")");
}

}  // namespace raycloth::gpu
