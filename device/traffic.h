// What a kernel says at its launch of the memory that it moves: bytes of every element of an array that it names, each
// time that an index touches it, read and written apart; as if there were no cache. Where a branch decides and nobody
// counts, it is taken as taken.
//
//   parallel_for(queue, "integrate", n, 5 * bytes<Vec4>, ...);
//   parallel_for(queue, "write", n, Moves(bytes<Int2>).per(count, bytes<Vec4>), ...);
#pragma once

namespace raycloth {

/// Of one element of each.
template <class... T>
inline constexpr long long bytes = (static_cast<long long>(sizeof(T)) + ... + 0);

/// Bytes of a launch. Counts stand in device memory and are read when somebody asks, after the step.
class Moves {
 public:
  Moves(long long of_an_index) : each(of_an_index) {}

  /// So many more for each of *count, in this launch.
  Moves per(const int* count, long long bytes) const { return with({count, nullptr, bytes}); }
  /// So many more for each of *counter, which all launches of the step have counted together.
  Moves per_in_step(const unsigned long long* counter, long long bytes) const {
    return with({nullptr, counter, bytes});
  }

  struct Part {
    const int* count = nullptr;
    const unsigned long long* counter = nullptr;
    long long bytes = 0;
  };
  static constexpr int kMostParts = 4;

  long long each;
  Part parts[kMostParts];

 private:
  Moves with(const Part& part) const {
    Moves more = *this;
    for (Part& place : more.parts) {
      if (place.bytes != 0) continue;
      place = part;
      break;
    }
    return more;
  }
};

}  // namespace raycloth
