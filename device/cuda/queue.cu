// The CUDA half of Queue, memory and algorithms: one stream, one recorded graph, events between stages, CUB.
#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_scan.cuh>

#include <atomic>
#include <cstring>
#include <utility>
#include <vector>

#include "device/algorithms.h"
#include "device/cuda/check.h"
#include "device/memory.h"
#include "device/memory_in_use.h"
#include "device/queue.h"

namespace raycloth::gpu {

struct Mark {
  const char* stage;  // that begins here
  cudaEvent_t event;
};

struct Queue::Impl {
  cudaStream_t stream = nullptr;
  cudaGraphExec_t graph = nullptr;
  bool warm = false;  // the launches have been made once, so every lazy allocation is done
  bool recording = false;
  std::vector<Mark> marks;  // stage changes of the last run or of the recorded graph
  size_t used_marks = 0;
  void* scratch = nullptr;
  size_t scratch_size = 0;
  long long launches = 0, recordings = 0;
  std::vector<QueuedWork> work;

  void drop_graph() {
    if (graph) cudaGraphExecDestroy(graph);
    graph = nullptr;
  }

  ~Impl() {
    drop_graph();
    for (Mark& mark : marks) cudaEventDestroy(mark.event);
    memory::release(scratch);
    if (stream) cudaStreamDestroy(stream);
  }
};

Queue::Queue(int) : impl_(std::make_unique<Impl>()) {
  check_cuda(cudaStreamCreateWithFlags(&impl_->stream, cudaStreamNonBlocking), "creating a stream");
}

Queue::~Queue() { cudaStreamSynchronize(impl_->stream); }

void Queue::run(const std::function<void()>& work) {
  impl_->used_marks = 0;
  impl_->work.clear();
  work();
  begin_stage(nullptr);
}

void Queue::replay(const std::function<void()>& work) {
  if (!impl_->warm) {
    run(work);
    impl_->warm = true;
    return;
  }
  if (!impl_->graph) {
    check_cuda(cudaStreamBeginCapture(impl_->stream, cudaStreamCaptureModeThreadLocal), "recording the step");
    impl_->recording = true;
    run(work);
    impl_->recording = false;
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamEndCapture(impl_->stream, &graph), "recording the step");
    check_cuda(cudaGraphInstantiate(&impl_->graph, graph, 0), "instantiating the step's graph");
    check_cuda(cudaGraphDestroy(graph), "releasing the step's graph");
    ++impl_->recordings;
  }
  check_cuda(cudaGraphLaunch(impl_->graph, impl_->stream), "replaying the step's graph");
}

void Queue::forget() {
  synchronize();
  impl_->drop_graph();
  impl_->warm = false;
}

void Queue::synchronize() { check_cuda(cudaStreamSynchronize(impl_->stream), "waiting for the device"); }

void Queue::begin_stage(const char* stage) {
  if (impl_->used_marks == impl_->marks.size()) {
    Mark mark{};
    check_cuda(cudaEventCreate(&mark.event), "creating an event");
    impl_->marks.push_back(mark);
  }
  Mark& mark = impl_->marks[impl_->used_marks++];
  mark.stage = stage;
  // External: the recorded graph keeps the event as a node, so every replay stamps it again.
  check_cuda(cudaEventRecordWithFlags(mark.event, impl_->stream,
                                      impl_->recording ? cudaEventRecordExternal : cudaEventRecordDefault),
             "marking a stage");
}

const char* Queue::stage() const { return impl_->used_marks ? impl_->marks[impl_->used_marks - 1].stage : nullptr; }

std::vector<StageTime> Queue::stage_times() {
  synchronize();
  std::vector<StageTime> stages;
  for (size_t i = 0; i + 1 < impl_->used_marks; ++i) {
    if (!impl_->marks[i].stage) continue;
    float elapsed = 0;
    check_cuda(cudaEventElapsedTime(&elapsed, impl_->marks[i].event, impl_->marks[i + 1].event), "timing a stage");
    add_stage_time(stages, impl_->marks[i].stage, elapsed);
  }
  return stages;
}

void Queue::copy(void* to, const void* from, size_t bytes) {
  impl_->work.push_back({"copy", static_cast<long long>(bytes), nullptr, 2, 1});
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, impl_->stream), "copying on the device");
}

void Queue::zero(void* to, size_t bytes) {
  impl_->work.push_back({"clear", static_cast<long long>(bytes), nullptr, 1, 1});
  check_cuda(cudaMemsetAsync(to, 0, bytes, impl_->stream), "clearing memory");
}

void* Queue::scratch(size_t bytes) {
  if (bytes > impl_->scratch_size) {
    if (impl_->recording) throw std::runtime_error("CUDA: temporary storage must not grow while a step is recorded");
    synchronize();
    memory::release(impl_->scratch);
    impl_->scratch = memory::allocate(bytes);
    impl_->scratch_size = bytes;
  }
  return impl_->scratch;
}

void* Queue::stream() const { return impl_->stream; }
long long Queue::launches() const { return impl_->launches; }
long long Queue::recordings() const { return impl_->recordings; }

void Queue::count_launch(const char* name, const Moves& moves, int n, const int* device_count, int launches) {
  impl_->launches += launches;
  impl_->work.push_back({name, n, device_count, moves, launches});
}

std::vector<QueuedWork> Queue::take_work() { return std::exchange(impl_->work, {}); }
void Queue::count_scan(long long bytes) { impl_->work.push_back({"scan", bytes, nullptr, 2, 1}); }

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

void exclusive_scan(Queue& queue, const int* in, int* out, int n) {
  queue.count_scan(n * static_cast<long long>(sizeof(int)));
  auto* stream = static_cast<cudaStream_t>(queue.stream());
  size_t bytes = 0;
  check_cuda(cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, out, n, stream), "exclusive_scan");
  check_cuda(cub::DeviceScan::ExclusiveSum(queue.scratch(bytes), bytes, in, out, n, stream), "exclusive_scan");
}

/// Zero past the count.
struct CountedInput {
  const int* in;
  const int* count;
  __host__ __device__ int operator()(int i) const { return i < *count ? in[i] : 0; }
};

void exclusive_scan(Queue& queue, const int* in, int* out, DeviceCount n) {
  const int places = n.capacity + 1;  // *n.count may exceed the capacity: place `capacity` must be there to read
  queue.count_scan(places * static_cast<long long>(sizeof(int)));
  auto* stream = static_cast<cudaStream_t>(queue.stream());
  const auto input = thrust::make_transform_iterator(thrust::make_counting_iterator(0), CountedInput{in, n.count});
  size_t bytes = 0;
  check_cuda(cub::DeviceScan::ExclusiveSum(nullptr, bytes, input, out, places, stream), "exclusive_scan");
  check_cuda(cub::DeviceScan::ExclusiveSum(queue.scratch(bytes), bytes, input, out, places, stream), "exclusive_scan");
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
