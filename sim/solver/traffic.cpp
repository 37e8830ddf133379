#include "sim/solver/traffic.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "device/memory.h"

namespace raycloth::RAYCLOTH_DEVICE {

template <class T>
static long long value_at(const T* place) {
  T value{};
  memory::copy_out(&value, place, sizeof value);
  return static_cast<long long>(value);
}

static long long indices_of(const QueuedWork& work) {
  return work.device_count ? std::min(work.count, value_at(work.device_count)) : work.count;
}

/// `first`: of its kernel in the step. What is counted over the step is told once.
static long long bytes_of(const QueuedWork& work, long long indices, bool first) {
  long long sum = work.moves.each * indices;
  for (const Moves::Part& part : work.moves.parts) {
    if (part.count) sum += part.bytes * value_at(part.count);
    if (part.counter && first) sum += part.bytes * value_at(part.counter);
  }
  return sum;
}

std::vector<KernelTraffic> measure_traffic(const std::vector<QueuedWork>& work) {
  std::vector<KernelTraffic> kernels;
  std::map<std::string_view, size_t> places;
  for (const QueuedWork& item : work) {
    const auto [place, first] = places.try_emplace(item.name, kernels.size());
    if (first) kernels.push_back({item.name, 0, 0, 0});
    KernelTraffic& kernel = kernels[place->second];
    const long long indices = indices_of(item);
    kernel.launches += item.launches;
    kernel.indices += indices;
    kernel.bytes += bytes_of(item, indices, first);
  }
  return kernels;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
