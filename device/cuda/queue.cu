// The CUDA half of Queue and algorithms: one stream, recorded graphs, events between stages, CUB.
#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "device/algorithms.h"
#include "device/cuda/check.h"
#include "device/memory.h"
#include "device/queue.h"

namespace raycloth::gpu {

struct Mark {
  const char* stage;  // that begins here
  cudaEvent_t event;
};

/// What was put on the stream, or is in the graphs of a recording.
struct Run {
  std::vector<Mark> marks;  // stage changes
  size_t used_marks = 0;
  QueuedRun made;

  void begin() {
    used_marks = 0;
    made.launches = 0;
    made.work.clear();
  }
};

/// Of a recording: a graph; or a condition, where it is 0 the parts before `end` are left out.
struct Part {
  cudaGraphExec_t graph;
  const int* condition;
  size_t end;
};

enum class Making {
  launches,      // that are wanted now: what a condition leaves out is not made
  all_launches,  // so that every lazy allocation is done before a recording
  recording,
};

/// A recording takes as long as launches made without one for about so many steps.
constexpr int kPaysAfter = 6, kMostPatience = 8;

struct Queue::Impl {
  cudaStream_t stream = nullptr;
  Making making = Making::launches;
  std::vector<Part> parts;    // what was recorded
  int runs = 0, replays = 0;  // since `forget`
  int patience = 1;           // runs before a recording
  Run direct, replayed;       // replayed: recorded, or made all at once before that, which has the same marks
  Run* last = &direct;
  void* scratch = nullptr;
  size_t scratch_size = 0;
  long long recordings = 0;

  void drop_recording() {
    for (const Part& part : parts)
      if (part.graph) cudaGraphExecDestroy(part.graph);
    parts.clear();
  }

  void begin_part() {
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "recording the step");
  }

  void end_part() {
    cudaGraph_t graph = nullptr;
    size_t nodes = 0;
    check_cuda(cudaStreamEndCapture(stream, &graph), "recording the step");
    check_cuda(cudaGraphGetNodes(graph, nullptr, &nodes), "counting what was recorded");
    if (nodes > 0) {
      parts.push_back({nullptr, nullptr, 0});
      check_cuda(cudaGraphInstantiate(&parts.back().graph, graph, 0), "instantiating the step's graph");
    }
    check_cuda(cudaGraphDestroy(graph), "releasing the step's graph");
  }

  void record_if(const int* condition, const std::function<void()>& some) {
    end_part();
    const size_t at = parts.size();
    parts.push_back({nullptr, condition, 0});
    begin_part();
    some();
    end_part();
    parts[at].end = parts.size();
    begin_part();
  }

  void replay() {
    for (size_t i = 0; i < parts.size();) {
      const Part& part = parts[i];
      if (part.graph) check_cuda(cudaGraphLaunch(part.graph, stream), "replaying the step's graph");
      i = part.graph || holds(part.condition) ? i + 1 : part.end;
    }
    ++replays;
    last = &replayed;
  }

  bool holds(const int* condition) const {
    int value = 0;
    check_cuda(cudaMemcpyAsync(&value, condition, sizeof(int), cudaMemcpyDeviceToHost, stream), "asking a condition");
    check_cuda(cudaStreamSynchronize(stream), "waiting for a condition");
    return value != 0;
  }

  ~Impl() {
    drop_recording();
    for (const Run* run : {&direct, &replayed})
      for (const Mark& mark : run->marks) cudaEventDestroy(mark.event);
    memory::release(scratch);
    if (stream) cudaStreamDestroy(stream);
  }
};

Queue::Queue(int) : impl_(std::make_unique<Impl>()) {
  check_cuda(cudaStreamCreateWithFlags(&impl_->stream, cudaStreamNonBlocking), "creating a stream");
}

Queue::~Queue() { cudaStreamSynchronize(impl_->stream); }

void Queue::run(const std::function<void()>& work) {
  impl_->last = impl_->making == Making::launches ? &impl_->direct : &impl_->replayed;
  impl_->last->begin();
  work();
  begin_stage(nullptr);
}

void Queue::replay(const std::function<void()>& work) {
  if (impl_->parts.empty() && impl_->runs++ < impl_->patience) {
    impl_->making = Making::all_launches;
    run(work);
    impl_->making = Making::launches;
    return;
  }
  if (impl_->parts.empty()) {
    impl_->making = Making::recording;
    impl_->begin_part();
    run(work);
    impl_->end_part();
    impl_->making = Making::launches;
    ++impl_->recordings;
  }
  impl_->replay();
}

void Queue::run_if(const int* condition, const std::function<void()>& work) {
  if (impl_->making == Making::recording) return impl_->record_if(condition, work);
  if (impl_->making == Making::all_launches || impl_->holds(condition)) work();
}

void Queue::share_by(int, const std::vector<Int2>&) {}
void Queue::begin_round() {}
void Queue::end_rounds() {}

void Queue::forget() {
  synchronize();
  if (!impl_->parts.empty())
    impl_->patience = impl_->replays < kPaysAfter ? std::min(2 * impl_->patience, kMostPatience) : 1;
  impl_->drop_recording();
  impl_->runs = impl_->replays = 0;
}

void Queue::synchronize() { check_cuda(cudaStreamSynchronize(impl_->stream), "waiting for the device"); }

void Queue::begin_stage(const char* stage) {
  Run& run = *impl_->last;
  if (run.used_marks == run.marks.size()) {
    Mark mark{};
    check_cuda(cudaEventCreate(&mark.event), "creating an event");
    run.marks.push_back(mark);
  }
  Mark& mark = run.marks[run.used_marks++];
  mark.stage = stage;
  // External: the recorded graph keeps the event as a node, so every replay stamps it again.
  check_cuda(
      cudaEventRecordWithFlags(mark.event, impl_->stream,
                               impl_->making == Making::recording ? cudaEventRecordExternal : cudaEventRecordDefault),
      "marking a stage");
}

const char* Queue::stage() const {
  const Run& run = *impl_->last;
  return run.used_marks ? run.marks[run.used_marks - 1].stage : nullptr;
}

std::vector<StageTime> Queue::stage_times() {
  synchronize();
  const Run& run = *impl_->last;
  std::vector<StageTime> stages;
  for (size_t i = 0; i + 1 < run.used_marks; ++i) {
    if (!run.marks[i].stage) continue;
    float elapsed = 0;
    check_cuda(cudaEventElapsedTime(&elapsed, run.marks[i].event, run.marks[i + 1].event), "timing a stage");
    add_stage_time(stages, run.marks[i].stage, elapsed);
  }
  return stages;
}

void Queue::copy(void* to, const void* from, size_t bytes) {
  impl_->last->made.work.push_back({"copy", static_cast<long long>(bytes), nullptr, 2, 1});
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, impl_->stream), "copying on the device");
}

void Queue::zero(void* to, size_t bytes) {
  impl_->last->made.work.push_back({"clear", static_cast<long long>(bytes), nullptr, 1, 1});
  check_cuda(cudaMemsetAsync(to, 0, bytes, impl_->stream), "clearing memory");
}

void* Queue::scratch(size_t bytes) {
  if (bytes > impl_->scratch_size) {
    if (impl_->making == Making::recording)
      throw std::runtime_error("CUDA: temporary storage must not grow while a step is recorded");
    synchronize();
    memory::release(impl_->scratch);
    impl_->scratch = memory::allocate(bytes);
    impl_->scratch_size = bytes;
  }
  return impl_->scratch;
}

void* Queue::stream() const { return impl_->stream; }
long long Queue::recordings() const { return impl_->recordings; }

void Queue::count_launch(const char* name, const Moves& moves, int n, const int* device_count, int launches) {
  impl_->last->made.launches += launches;
  impl_->last->made.work.push_back({name, n, device_count, moves, launches});
}

const QueuedRun& Queue::last_run() const { return impl_->last->made; }
void Queue::count_scan(long long bytes) { impl_->last->made.work.push_back({"scan", bytes, nullptr, 2, 1}); }

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

}  // namespace raycloth::gpu
