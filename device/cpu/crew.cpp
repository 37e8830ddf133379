#include "device/cpu/crew.h"

#include <immintrin.h>

#include <algorithm>

namespace raycloth::cpu {

/// Pauses before a thread sleeps, or lets others run: some 50 us.
constexpr int kPatience = 2000;
constexpr int kMostThreads = 255;
constexpr uint32_t kMembers = 0xff, kEnd = 1;  // kEnd: no loop has one member

Crew::Crew(int threads)
    : threads_(
          std::clamp(threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads)),
      limit_(threads_),
      shares_(std::make_unique<Share[]>(threads_)) {
  for (int member = 1; member < threads_; ++member) others_.emplace_back([this, member] { help(member); });
}

Crew::~Crew() {
  open_.store(kEnd);
  open_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Crew::share_by(int n, const std::vector<Int2>& busy) {
  int64_t all = 0, before = 0;
  for (const Int2 range : busy) all += range.y - range.x;
  starts_ = {0};
  const auto due = [&] { return all * static_cast<int64_t>(starts_.size()) / threads_; };  // before the next part
  for (const Int2 range : busy) {
    for (; static_cast<int>(starts_.size()) < threads_ && due() < before + range.y - range.x;)
      starts_.push_back(range.x + static_cast<int>(due() - before));
    before += range.y - range.x;
  }
  starts_.resize(threads_, n);
  starts_.push_back(n);
}

/// Both ends in one number, so that they change at once.
static uint64_t range_of(int begin, int end) { return static_cast<uint64_t>(begin) | static_cast<uint64_t>(end) << 32; }

void Crew::share_out(const Loop& loop, int members, int n) {
  const bool by_work = !starts_.empty() && n == starts_.back() && members == threads_;
  const auto start_of = [&](int member) {
    return by_work ? starts_[member] : static_cast<int>(static_cast<int64_t>(n) * member / members);
  };
  for (int member = 0; member < members; ++member)
    shares_[member].left.store(range_of(start_of(member), start_of(member + 1)), std::memory_order_relaxed);
  loop_ = loop;
  number_ = number_ % 0xffffff + 1;
  open_.store(number_ << 8 | static_cast<uint32_t>(members));
  open_.notify_all();
  work(0, members);
  // Who is inside by now has a part to finish; who comes later finds nothing open, and touches nothing.
  open_.store(0);
  for (int pauses = 0; inside_.load() != 0; ++pauses) pauses < kPatience ? _mm_pause() : std::this_thread::yield();
}

void Crew::help(int member) {
  for (uint32_t seen = 0;;) {
    uint32_t open = open_.load();
    for (int pauses = 0; open == 0 || open == seen; open = open_.load())
      ++pauses < kPatience ? _mm_pause() : open_.wait(open);
    if (open == kEnd) return;
    seen = open;
    if (member >= static_cast<int>(open & kMembers)) continue;
    inside_.fetch_add(1);
    if (open_.load() == open) work(member, static_cast<int>(open & kMembers));
    inside_.fetch_sub(1);
  }
}

void Crew::work(int member, int members) {
  while (take(member, true)) {
  }
  for (int i = 1; i < members; ++i) {
    while (take((member + i) % members, false)) {
    }
  }
}

/// Half of what is left of a part, the owner from its front, others from its end; false where nothing is.
bool Crew::take(int owner, bool own) {
  std::atomic<uint64_t>& share = shares_[owner].left;
  uint64_t left = share.load(std::memory_order_relaxed);
  for (;;) {
    const int begin = static_cast<int>(left & 0xffffffff), end = static_cast<int>(left >> 32);
    if (begin >= end) return false;
    const int count = end - begin < 2 * loop_.grain ? end - begin : (end - begin) / 2;
    const int first = own ? begin : end - count;
    const uint64_t rest = own ? range_of(begin + count, end) : range_of(begin, first);
    if (!share.compare_exchange_weak(left, rest, std::memory_order_relaxed)) continue;
    loop_.call(loop_.body, first, first + count);
    return true;
  }
}

}  // namespace raycloth::cpu
