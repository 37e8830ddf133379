// The threads of a CPU queue: the one that launches, and workers that wait for the next loop. A step makes about a
// thousand launches of a few microseconds each, one after the other, so what counts is how soon a worker begins and
// where the data are: it spins for a while before it sleeps, and every thread has a share of the indices that is the
// same from loop to loop, whose data its cache holds. A thread that is done takes over chunks of the others' shares.
// Knows nothing of kernels.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace raycloth::cpu {

class Team {
 public:
  /// The calling thread and `threads` - 1 workers; `threads` at least 1.
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(shares_.size()); }

  /// block(begin, end) for [0, n) in chunks of `chunk`, and waits until all are done. One thread at a time may call it,
  /// and no block may.
  template <class Block>
  void run(int n, int chunk, const Block& block) {
    share_out({[](const void* body, int begin, int end) { (*static_cast<const Block*>(body))(begin, end); }, &block, n, chunk});
  }

 private:
  using Call = void (*)(const void* body, int begin, int end);
  struct Loop {
    Call call;
    const void* body;
    int n, chunk;
  };
  /// A thread's part of the loop's chunks. `next` holds the loop's number in its upper half and the next chunk in its
  /// lower one: a thread that is late cannot take a chunk of a loop that it has not seen.
  struct alignas(64) Share {
    std::atomic<uint64_t> next{0};
    std::atomic<int> end{0};
  };

  void share_out(const Loop& loop);
  void work_on(int self, uint32_t number);
  void wait_for_loops(int self);

  // Read and written while a late thread may still look: atomic, each on its own cache line where threads meet.
  alignas(64) std::atomic<Call> call_{nullptr};
  std::atomic<const void*> body_{nullptr};
  std::atomic<int> n_{0}, chunk_{1};
  alignas(64) std::atomic<uint32_t> number_{0};   // of the present loop
  std::atomic<bool> stopping_{false};
  alignas(64) std::atomic<int> done_{0};          // chunks of it
  std::vector<Share> shares_;
  std::vector<std::thread> workers_;
};

}  // namespace raycloth::cpu
