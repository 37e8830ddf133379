// Eight lanes that work on one thing together: those of the vector unit on the CPU, eight neighbouring threads on CUDA,
// which all go the same way through the code and hold the same values but for what they do in their own lane. What a
// lane finds is told to the others as bits, or by a Told; only the thread that leads writes.
//
//   parallel_for_teams(queue, "count", n, moves, [=] RAYCLOTH_KERNEL(const Team& team, int i) {
//     const unsigned near = overlaps(team, nodes[i], box);
//     if (team.leads()) counts[i] = count_of(near);
//   });
#pragma once

#include "device/box.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct Team {
  static constexpr int kThreads = RAYCLOTH_ON_CUDA ? 8 : 1;

  int thread = 0;  // which of them this is
#if RAYCLOTH_ON_CUDA
  unsigned mask = 0;  // their bits in their warp

  __device__ static Team of_thread() { return {static_cast<int>(threadIdx.x % 8), 0xffu << (threadIdx.x & 24)}; }
#endif

  RAYCLOTH_HD bool leads() const { return thread == 0; }

  /// body(Lanes<Real>) for eight neighbours from 0 on.
  template <class Body>
  RAYCLOTH_HD void for_eight(const Body& body) const {
#if RAYCLOTH_ON_CUDA
    body(Lanes<float>{thread});
#else
    body(Lanes<Float8>{0});
#endif
  }

  /// Bit k: what lane k has.
  template <class Mask>
  RAYCLOTH_HD unsigned bits(const Mask& own) const {
#if defined(__CUDA_ARCH__)
    return __ballot_sync(mask, own) >> (threadIdx.x & 24) & 255u;
#else
    return lane_bits(own);
#endif
  }

  /// What thread `of` has.
  template <class T>
  RAYCLOTH_HD T told(T own, [[maybe_unused]] int of) const {
#if defined(__CUDA_ARCH__)
    return __shfl_sync(mask, own, of, 8);
#else
    return own;
#endif
  }
};

/// A number of each lane, for all to read.
#if RAYCLOTH_ON_CUDA
class Told {
 public:
  RAYCLOTH_HD Told(const Team& team, float own) : team_(team), own_(own) {}
  RAYCLOTH_HD float operator[](int lane) const { return team_.told(own_, lane); }

 private:
  Team team_;
  float own_;
};
#else
class Told {
 public:
  Told(const Team&, const Float8& all) { store(of_, Lanes<Float8>{0}, all); }
  float operator[](int lane) const { return of_[lane]; }

 private:
  alignas(32) float of_[8];
};
#endif

/// Something of each lane. A thread of several has its own lane's alone, whichever it names.
template <class T>
struct alignas(32) OfLanes {
  T of[8 / Team::kThreads];

  RAYCLOTH_HD T& operator[](int lane) { return of[Team::kThreads == 1 ? lane : 0]; }
  RAYCLOTH_HD const T& operator[](int lane) const { return of[Team::kThreads == 1 ? lane : 0]; }
};

RAYCLOTH_HD inline int indices(const OfLanes<int>& own, Lanes<float>) { return own.of[0]; }
#if !RAYCLOTH_ON_CUDA
inline Index8<1> indices(const OfLanes<int>& all, Lanes<Float8>) { return {all.of}; }
#endif

/// f(lane) for each lane below `count`, by itself.
template <class F>
RAYCLOTH_HD inline void for_lanes([[maybe_unused]] const Team& team, int count, const F& f) {
  for (int lane = team.thread; lane < count; lane += Team::kThreads) f(lane);
}

/// The least of what number(k) gives for k of 0 to 7.
template <class Number>
RAYCLOTH_HD inline float least_of_eight([[maybe_unused]] const Team& team, const Number& number) {
#if RAYCLOTH_ON_CUDA
  float least = number(team.thread);
  for (int apart = 4; apart > 0; apart /= 2) least = smaller(team.told(least, team.thread ^ apart), least);
#else
  alignas(32) float of[8];
  for (int k = 0; k < 8; ++k) of[k] = number(k);
  float least = of[0];
  for (int k = 1; k < 8; ++k) least = smaller(of[k], least);
#endif
  return least;
}

/// The box around those of all lanes.
template <class Real>
RAYCLOTH_HD inline Box hull([[maybe_unused]] const Team& team, Vector3<Real> low, Vector3<Real> high) {
#if RAYCLOTH_ON_CUDA
  for (int apart = 4; apart > 0; apart /= 2) {
    const int other = team.thread ^ apart;
    low = {smaller(team.told(low.x, other), low.x), smaller(team.told(low.y, other), low.y),
           smaller(team.told(low.z, other), low.z)};
    high = {larger(team.told(high.x, other), high.x), larger(team.told(high.y, other), high.y),
            larger(team.told(high.z, other), high.z)};
  }
  return {Vec4(low.x, low.y, low.z, 0), Vec4(high.x, high.y, high.z, 0)};
#else
  return {Vec4(least_lane(low.x), least_lane(low.y), least_lane(low.z), 0),
          Vec4(most_lane(high.x), most_lane(high.y), most_lane(high.z), 0)};
#endif
}

/// Bit i is set where box i overlaps `box`.
RAYCLOTH_HD inline unsigned overlaps([[maybe_unused]] const Team& team, const Box8& boxes, const Box& box) {
#if RAYCLOTH_ON_CUDA
  return team.bits(overlaps(boxes.get(team.thread), box));
#else
  return overlaps(boxes, box);
#endif
}

/// Bit i is set where the segment comes through box i, of those set in `candidates`, whose boxes overlap the segment's.
RAYCLOTH_HD inline unsigned pierced([[maybe_unused]] const Team& team, const Box8& boxes, const Segment& segment,
                                    unsigned candidates) {
#if RAYCLOTH_ON_CUDA
  return team.bits((candidates >> team.thread & 1) && pierced(boxes.get(team.thread), segment));
#else
  return pierced(boxes, segment, candidates);
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
