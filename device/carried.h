// Device arrays that go on from step to step, without their types: what a checkpoint and a snapshot copy.
#pragma once

#include <cstddef>
#include <vector>

#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct Carried {
  void* data;
  size_t element, capacity;  // bytes of an element, elements
  const int *used, *from;    // on the device: *used - *from of them hold something; nullptr: all, and 0
};

using CarriedList = std::vector<Carried>;

template <class T>
void carry(CarriedList& list, Buffer<T>& buffer, const int* used = nullptr, const int* from = nullptr) {
  list.push_back({buffer.data(), sizeof(T), buffer.size(), used, from});
}

/// Elements that hold something now; waits for the device.
inline size_t used_elements(const Carried& carried) {
  if (!carried.used) return carried.capacity;
  int used = 0, from = 0;
  memory::copy_out(&used, carried.used, sizeof used);
  if (carried.from) memory::copy_out(&from, carried.from, sizeof from);
  const auto count = static_cast<size_t>(used - from);
  return count < carried.capacity ? count : carried.capacity;
}

/// Of a copy that is put on the queue: what is used, on a CPU, which knows it by then; on CUDA all. Lists name counts
/// before what they count.
inline size_t copied_bytes(const Carried& carried) {
  return (RAYCLOTH_ON_CUDA ? carried.capacity : used_elements(carried)) * carried.element;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
