// Raw device memory: 64-byte aligned and zeroed on the CPU, cudaMalloc on CUDA. Used by Buffer and Queue alone.
#pragma once

#include <cstddef>

#include "device/backend.h"

namespace raycloth::RAYCLOTH_DEVICE::memory {

void* allocate(size_t bytes);  // nullptr for 0; throws std::runtime_error
void release(void* pointer) noexcept;
long long allocations();                                     // made so far, by all of the process
void copy_in(void* device, const void* host, size_t bytes);  // both copies wait until they are done
void copy_out(void* host, const void* device, size_t bytes);

}  // namespace raycloth::RAYCLOTH_DEVICE::memory
