// Where work is put: a stream on CUDA, a crew of threads on the CPU. Launches of one queue run in order, each a
// parallel loop that sees everything the ones before it wrote. Inside a loop no two indices may write the same
// place, except through device/atomic.h; so results cannot depend on the thread schedule.
//
//   queue.run([&] { parallel_for(queue, "integrate", n, [=] RAYCLOTH_KERNEL(int i) { ... }); });
//
// `replay` is `run` for a list of launches that stays the same from call to call: CUDA captures it into graphs and
// replays those; what varies must be read from device memory, not captured. Launches that nothing may be left to do for
// are put under `run_if`.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "device/availability.h"
#include "device/backend.h"
#include "device/math.h"
#include "device/stages.h"
#include "device/traffic.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What was put on a queue: a loop by its name and the number of its indices; or a "copy", a "clear" or a "scan" by the
/// bytes that each of its arrays has.
struct QueuedWork {
  const char* name;
  long long count;          // of a loop whose length only the device knows: at most so many,
  const int* device_count;  // and it is there; nullptr else
  Moves moves;              // of one index, or of one byte
  int launches;             // 0: of a loop that shares one
};

struct QueuedRun {
  long long launches = 0;
  std::vector<QueuedWork> work;  // in its order
};

class Queue {
 public:
  /// `threads` 0 is all; CUDA ignores it.
  explicit Queue(int threads);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// In loops over `n` indices only those in `busy` ranges [x, y), ascending, take time. Threads of a CPU have parts
  /// with as many of them each, and so the same cloth in these loops as in those over cloth alone; CUDA ignores it.
  void share_by(int n, const std::vector<Int2>& busy);

  /// Puts the launches that `work` makes on the device; `synchronize` waits for them.
  void run(const std::function<void()>& work);
  /// The same, recorded at the second call after `forget` and replayed from then on; at a later one where recordings
  /// were forgotten before they had paid.
  void replay(const std::function<void()>& work);
  /// Inside run or replay: `work`, which would change nothing where `*condition`, on the device, is 0 by then, and may
  /// be left out there. It begins no stage. CUDA waits for the number, so only for many launches.
  void run_if(const int* condition, const std::function<void()>& work);
  void forget();  // the launches have changed (settings, buffers): record anew
  void synchronize();

  /// Inside run or replay: time from here on belongs to `stage` (static text), to none after nullptr.
  void begin_stage(const char* stage);
  const char* stage() const;
  /// The stages of the last run or replay in the order in which they began first; synchronises.
  std::vector<StageTime> stage_times();

  /// Inside run or replay: a round begins, of some that make the same loops over and over until `end_rounds`. The CPU
  /// finds out how many threads go through them quickest (device/cpu/rounds.h); CUDA ignores it.
  void begin_round();
  void end_rounds();

  /// Copies between device arrays, and zero bytes, in order with the launches.
  void copy(void* to, const void* from, size_t bytes);
  void zero(void* to, size_t bytes);

  /// Temporary storage for the algorithms; grows only outside of a recording.
  void* scratch(size_t bytes);
  void* stream() const;          // cudaStream_t on CUDA, a Crew on the CPU
  long long recordings() const;  // of graphs so far; 0 on the CPU

  void count_launch(const char* name, const Moves& moves, int n, const int* device_count = nullptr, int launches = 1);
  void count_scan(long long bytes);
  /// What the last run put on the device, or what was recorded for the last replay.
  const QueuedRun& last_run() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
