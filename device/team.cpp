#include "device/team.h"

#include <immintrin.h>

#include <algorithm>

namespace raycloth::cpu {

// Spins of about 50 ns: long enough to bridge what runs on one thread between two loops, and short enough to give the
// processor back between steps, or to a thread of ours that waits for it.
static constexpr int kSpinsBeforeSleep = 4000, kSpinsBeforeYield = 400;

Team::Team(int threads) : shares_(static_cast<size_t>(std::max(threads, 1))) {
  for (int self = 1; self < this->threads(); ++self) workers_.emplace_back([this, self] { wait_for_loops(self); });
}

Team::~Team() {
  stopping_ = true;
  ++number_;
  number_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::share_out(const Loop& loop) {
  const int chunks = (loop.n + loop.chunk - 1) / loop.chunk;
  const uint32_t number = number_.load(std::memory_order_relaxed) + 1;
  call_.store(loop.call, std::memory_order_relaxed);
  body_.store(loop.body, std::memory_order_relaxed);
  n_.store(loop.n, std::memory_order_relaxed);
  chunk_.store(loop.chunk, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  const int64_t all = chunks;
  for (int t = 0; t < threads(); ++t) {
    shares_[t].end.store(static_cast<int>(all * (t + 1) / threads()), std::memory_order_relaxed);
    shares_[t].next.store(uint64_t{number} << 32 | static_cast<uint64_t>(all * t / threads()), std::memory_order_release);
  }
  number_.store(number);
  number_.notify_all();
  work_on(0, number);
  for (int spins = 0; done_.load(std::memory_order_acquire) < chunks; ++spins) {
    if (spins < kSpinsBeforeYield) {
      _mm_pause();
    } else {
      std::this_thread::yield();
    }
  }
}

/// Takes chunks of loop `number` until none is left: first of its own share, then of the next threads'.
void Team::work_on(int self, uint32_t number) {
  for (int k = 0; k < threads(); ++k) {
    Share& share = shares_[(self + k) % threads()];
    uint64_t next = share.next.load(std::memory_order_acquire);
    while (next >> 32 == number) {
      const int index = static_cast<int>(static_cast<uint32_t>(next));
      if (index >= share.end.load(std::memory_order_relaxed)) break;
      // If these belong to a later loop already, `next` has changed and the exchange fails.
      const Call call = call_.load(std::memory_order_relaxed);
      const void* body = body_.load(std::memory_order_relaxed);
      const int n = n_.load(std::memory_order_relaxed), chunk = chunk_.load(std::memory_order_relaxed);
      if (!share.next.compare_exchange_weak(next, next + 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
      call(body, index * chunk, std::min((index + 1) * chunk, n));
      done_.fetch_add(1, std::memory_order_release);
      next = share.next.load(std::memory_order_acquire);
    }
  }
}

void Team::wait_for_loops(int self) {
  for (uint32_t seen = 0; !stopping_;) {
    int spins = 0;
    while (number_.load(std::memory_order_acquire) == seen) {
      if (++spins < kSpinsBeforeSleep) {
        _mm_pause();
      } else {
        number_.wait(seen);
      }
    }
    seen = number_.load(std::memory_order_acquire);
    work_on(self, seen);
  }
}

}  // namespace raycloth::cpu
