// Threads that go through a loop together. A step makes some two thousand loops of a few microseconds each over the
// same vertices, so each thread begins with the part of the indices that it has in every loop, which its cache still
// knows, and only then helps others with theirs (Markatos and LeBlanc 1994, "Using processor affinity in loop
// scheduling for shared-memory multiprocessors").
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "device/math.h"

namespace raycloth::cpu {

/// For one caller at a time. Threads that find no loop for some 50 us sleep until the next one.
class Crew {
 public:
  /// The caller's and threads - 1 others; 0: as many as the process may run on.
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// In loops over `n` indices only those in `busy` ranges [x, y), ascending, take time: a whole crew has parts with as
  /// many of them each from now on.
  void share_by(int n, const std::vector<Int2>& busy);

  int threads() const { return threads_; }
  /// At most so many share a loop from now on.
  void limit(int threads) { limit_ = std::min(threads, threads_); }

  /// body(begin, end) for parts of [0, n), none of which is shared out in less than `grain`, unless a whole part is
  /// less; returns when all are done. The body must not throw, nor begin a loop of this crew.
  template <class Body>
  void run(int n, int grain, const Body& body) {
    const int members = std::min(limit_, n / grain);
    if (members < 2) return body(0, n);
    share_out({[](const void* b, int begin, int end) { (*static_cast<const Body*>(b))(begin, end); }, &body, grain},
              members, n);
  }

 private:
  struct Loop {
    void (*call)(const void* body, int begin, int end);
    const void* body;
    int grain;
  };
  /// What is left of a member's part, as range_of has it. A cache line each.
  struct alignas(64) Share {
    std::atomic<uint64_t> left{0};
  };

  void share_out(const Loop& loop, int members, int n);
  void help(int member);
  void work(int member, int members);
  bool take(int owner, bool own);

  int threads_, limit_;
  std::vector<int> starts_;  // of the parts of loops over starts_.back() indices; none: no such
  Loop loop_{};
  unsigned number_ = 0;
  std::unique_ptr<Share[]> shares_;
  alignas(64) std::atomic<uint32_t> open_{0};  // number << 8 | members of the loop that goes on; 0: none does
  alignas(64) std::atomic<int> inside_{0};     // others that may be at it
  std::vector<std::thread> others_;
};

}  // namespace raycloth::cpu
