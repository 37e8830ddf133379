// A CUDA device's memory, how full that is, and whether there is a device.
#include <cuda_runtime.h>

#include <atomic>
#include <string>

#include "device/availability.h"
#include "device/cuda/check.h"
#include "device/memory.h"
#include "device/memory_in_use.h"

namespace raycloth::gpu {

Availability availability() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status != cudaSuccess || devices == 0) {
    cudaGetLastError();  // a missing device is an answer, not an error of the next call
    return {false, status == cudaSuccess ? "no CUDA device" : cudaGetErrorString(status)};
  }
  cudaDeviceProp properties{};
  int driver = 0;
  check_cuda(cudaGetDeviceProperties(&properties, 0), "asking for the device's properties");
  check_cuda(cudaDriverGetVersion(&driver), "asking for the driver's version");
  return {true, std::string(properties.name) + ", CUDA driver " + std::to_string(driver / 1000) + "." +
                    std::to_string(driver % 1000 / 10) + ", " + std::to_string(properties.totalGlobalMem >> 20) +
                    " MiB"};
}

MemoryInUse memory_in_use() {
  size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "asking for the device's memory");
  return {total - free, total};
}

namespace memory {

static std::atomic<long long> made{0};
long long allocations() { return made; }

void* allocate(size_t bytes) {
  if (bytes == 0) return nullptr;
  ++made;
  void* pointer = nullptr;
  check_cuda(cudaMalloc(&pointer, bytes), "allocating device memory");
  check_cuda(cudaMemset(pointer, 0, bytes), "clearing device memory");
  check_cuda(cudaDeviceSynchronize(), "clearing device memory");
  return pointer;
}

void release(void* pointer) noexcept { cudaFree(pointer); }
void copy_in(void* device, const void* host, size_t bytes) {
  check_cuda(cudaDeviceSynchronize(), "waiting for the device");  // streams do not order themselves against copies
  check_cuda(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice), "copying to the device");
  check_cuda(cudaDeviceSynchronize(), "copying to the device");
}
void copy_out(void* host, const void* device, size_t bytes) {
  check_cuda(cudaDeviceSynchronize(), "waiting for the device");
  check_cuda(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost), "copying from the device");
}

}  // namespace memory
}  // namespace raycloth::gpu
