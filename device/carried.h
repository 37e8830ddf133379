// Device arrays that go on from step to step, without their types: what a checkpoint and a snapshot copy.
#pragma once

#include <cstddef>
#include <vector>

#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct Carried {
  void* data;
  size_t element, capacity;  // bytes of an element, elements
  const int* used;           // on the device: how many of them hold something; nullptr: all
};

using CarriedList = std::vector<Carried>;

template <class T>
void carry(CarriedList& list, Buffer<T>& buffer, const int* used = nullptr) {
  list.push_back({buffer.data(), sizeof(T), buffer.size(), used});
}

/// Elements that hold something now; waits for the device.
inline size_t used_elements(const Carried& carried) {
  if (!carried.used) return carried.capacity;
  int used = 0;
  memory::copy_out(&used, carried.used, sizeof used);
  return static_cast<size_t>(used) < carried.capacity ? static_cast<size_t>(used) : carried.capacity;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
