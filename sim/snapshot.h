// A running scene laid aside on the host: all that its next steps depend on, to the bit. Opaque to everyone but the
// solver that made it; fits every simulation of the same model, however it is cut, on either device and with any number
// of threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/scene/scene.h"
#include "sim/settings.h"

namespace raycloth {

/// Bytes that are not cleared before they are written.
template <class T>
struct LeaveUnset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = LeaveUnset<U>;
  };
  void construct(T*) noexcept {}
};
using SnapshotBytes = std::vector<std::byte, LeaveUnset<std::byte>>;

struct Snapshot {
  double time = 0;  // s
  long long frame = 0;
  Settings settings;
  std::vector<Material> materials;     // per object
  std::vector<int> pins;               // Model::pins
  std::shared_ptr<const Scene> scene;  // as the model is cut: Model::scene
  std::vector<std::byte> grabs;
  std::vector<SnapshotBytes> arrays;  // what the device carries from step to step; the first: positions
  std::vector<long long> capacities;  // of the handler's arrays that grow

  std::span<const Vec4> positions() const {
    const auto& bytes = arrays.front();
    return {reinterpret_cast<const Vec4*>(bytes.data()), bytes.size() / sizeof(Vec4)};
  }

  size_t bytes() const {
    size_t sum = sizeof *this + materials.size() * sizeof(Material) + pins.size() * sizeof(int) + grabs.size();
    for (const auto& array : arrays) sum += array.size();
    return sum;
  }
};

}  // namespace raycloth
