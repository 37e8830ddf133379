// The CPU half of Queue, memory and algorithms: a crew of threads, aligned memory, Thrust's scan.
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/system/cpp/execution_policy.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "device/algorithms.h"
#include "device/cpu/crew.h"
#include "device/cpu/rounds.h"
#include "device/memory.h"
#include "device/queue.h"

namespace raycloth::cpu {

using Clock = std::chrono::steady_clock;

struct Queue::Impl {
  Crew crew;
  Rounds rounds;
  std::vector<StageTime> stages;
  const char* stage = nullptr;
  Clock::time_point since;
  void* scratch = nullptr;
  size_t scratch_size = 0;
  QueuedRun last;

  explicit Impl(int threads) : crew(threads), rounds(crew.threads()) {}
  ~Impl() { memory::release(scratch); }
};

Queue::Queue(int threads) : impl_(std::make_unique<Impl>(threads)) {}
Queue::~Queue() = default;

void Queue::share_by(int n, const std::vector<Int2>& busy) {
  std::vector<Int2> blocks;
  for (const Int2 range : busy) blocks.push_back(Int2(block_count(range.x), block_count(range.y)));
  impl_->crew.share_by(block_count(n), blocks);
}

void Queue::run(const std::function<void()>& work) {
  impl_->stages.clear();
  impl_->last.launches = 0;
  impl_->last.work.clear();
  work();
  begin_stage(nullptr);
}

void Queue::replay(const std::function<void()>& work) { run(work); }
void Queue::run_if(const int* condition, const std::function<void()>& work) {
  if (*condition != 0) work();
}
void Queue::forget() {}
void Queue::synchronize() {}

void Queue::begin_stage(const char* stage) {
  const auto now = Clock::now();
  if (impl_->stage) {
    add_stage_time(impl_->stages, impl_->stage, std::chrono::duration<float, std::milli>(now - impl_->since).count());
  }
  impl_->stage = stage;
  impl_->since = now;
}

static double seconds(Clock::time_point time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }

void Queue::begin_round() { impl_->crew.limit(impl_->rounds.begin(seconds(Clock::now()))); }
void Queue::end_rounds() {
  impl_->rounds.end(seconds(Clock::now()));
  impl_->crew.limit(impl_->crew.threads());
}

const char* Queue::stage() const { return impl_->stage; }
std::vector<StageTime> Queue::stage_times() { return impl_->stages; }

/// body(offset, bytes) for parts of so many bytes.
template <class Body>
static void share_bytes(Crew& crew, size_t bytes, const Body& body) {
  constexpr size_t kLine = 64, kLinesOfAPart = 256;
  crew.run(static_cast<int>((bytes + kLine - 1) / kLine), kLinesOfAPart, [&](int begin, int end) {
    const size_t first = begin * kLine;
    if (first < bytes) body(first, std::min(end * kLine, bytes) - first);  // of empty arrays there is no address
  });
}

void Queue::copy(void* to, const void* from, size_t bytes) {
  impl_->last.work.push_back({"copy", static_cast<long long>(bytes), nullptr, 2, 1});
  share_bytes(impl_->crew, bytes, [&](size_t at, size_t count) {
    std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, count);
  });
}

void Queue::zero(void* to, size_t bytes) {
  impl_->last.work.push_back({"clear", static_cast<long long>(bytes), nullptr, 1, 1});
  share_bytes(impl_->crew, bytes, [&](size_t at, size_t count) { std::memset(static_cast<char*>(to) + at, 0, count); });
}

void* Queue::scratch(size_t bytes) {
  if (bytes > impl_->scratch_size) {
    memory::release(impl_->scratch);
    impl_->scratch = memory::allocate(bytes);
    impl_->scratch_size = bytes;
  }
  return impl_->scratch;
}

void* Queue::stream() const { return &impl_->crew; }
long long Queue::recordings() const { return 0; }

void Queue::count_launch(const char* name, const Moves& moves, int n, const int* device_count, int launches) {
  impl_->last.launches += launches;
  impl_->last.work.push_back({name, device_count ? std::min(n, *device_count) : n, nullptr, moves, launches});
}

const QueuedRun& Queue::last_run() const { return impl_->last; }
void Queue::count_scan(long long bytes) { impl_->last.work.push_back({"scan", bytes, nullptr, 2, 1}); }

Availability availability() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, name = "CPU";
  while (std::getline(info, line)) {
    if (line.rfind("model name", 0) == 0) {
      name = line.substr(line.find(':') + 2);
      break;
    }
  }
  const bool avx2 = __builtin_cpu_supports("avx2");
  return {avx2, name + (avx2 ? "" : ", without AVX2, which this build needs")};
}

void exclusive_scan(Queue& queue, const int* in, int* out, int n) {
  queue.count_scan(n * static_cast<long long>(sizeof(int)));
  constexpr int kPart = 16384;  // what a thread takes at a time
  const auto system = thrust::cpp::par;
  std::vector<int> sums((n + kPart - 1) / kPart);
  const auto each_part = [&](const auto& body) {
    crew_of(queue).run(static_cast<int>(sums.size()), 1, [&](int begin, int end) {
      for (int part = begin; part < end; ++part) body(part, part * kPart, std::min((part + 1) * kPart, n));
    });
  };
  if (sums.size() > 1)
    each_part([&](int part, int begin, int end) { sums[part] = thrust::reduce(system, in + begin, in + end); });
  thrust::exclusive_scan(system, sums.begin(), sums.end(), sums.begin());
  each_part([&](int part, int begin, int end) {
    thrust::exclusive_scan(system, in + begin, in + end, out + begin, sums[part]);
  });
}

void exclusive_scan(Queue& queue, const int* in, int* out, DeviceCount n) {
  const int count = std::min(*n.count, n.capacity);
  const int last = count > 0 ? in[count - 1] : 0;
  exclusive_scan(queue, in, out, count);
  out[count] = out[n.capacity] = count > 0 ? out[count - 1] + last : 0;
}

namespace memory {

constexpr size_t kAlignment = 64;

static std::atomic<long long> made{0};
long long allocations() { return made; }

/// Where the block that `pointer` is part of begins is kept before it.
static void*& block_of(void* pointer) { return static_cast<void**>(pointer)[-1]; }

/// calloc has large blocks from the system, which are zero, and take memory and time only where they come to be used.
void* allocate(size_t bytes) {
  if (bytes == 0) return nullptr;
  ++made;
  const size_t padded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* const block = std::calloc(padded + kAlignment, 1);
  if (!block) throw std::bad_alloc();
  const size_t beyond = kAlignment - reinterpret_cast<uintptr_t>(block) % kAlignment;  // at least malloc's 16
  void* const pointer = static_cast<char*>(block) + beyond;
  block_of(pointer) = block;
  return pointer;
}

void release(void* pointer) noexcept {
  if (pointer) std::free(block_of(pointer));
}
void copy_in(void* device, const void* host, size_t bytes) {
  if (bytes) std::memcpy(device, host, bytes);
}
void copy_out(void* host, const void* device, size_t bytes) {
  if (bytes) std::memcpy(host, device, bytes);
}

}  // namespace memory
}  // namespace raycloth::cpu
