// Continuous detection of single pairs, against an oracle (make_meetings.py tells which, and what motions these are)
// and against what is known.
#include "collision/net/meet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include "collision/net/pierce.h"

namespace raycloth::cpu {
namespace {

constexpr double kSeparation = 1e-3;  // m, make_meetings.py's
constexpr double kTouching = 1e-9;    // m: rounding alone tells such from what crosses at the start

/// SplitMix64, begun at a motion's number.
struct Numbers {
  uint64_t state;

  int draw(int most) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<int>((z ^ (z >> 31)) % (2 * static_cast<uint64_t>(most) + 1)) - most;
  }
};

using Points = std::array<std::array<int, 3>, 4>;

Points draw_points(Numbers& numbers, int most) {
  Points points;
  for (auto& point : points) {
    for (int& c : point) c = numbers.draw(most);
  }
  return points;
}

void snap(Points& points) {
  for (auto& point : points) {
    for (int& c : point) c = 8192 * (((c % 3) + 3) % 3 - 1);
  }
}

/// Motion `index` of make_meetings.py.
MovingPair motion(int index) {
  Numbers numbers{static_cast<uint64_t>(index) * 0x9E3779B97F4A7C15u};
  const bool edges = index / 8 % 2 == 1;
  Points start = draw_points(numbers, 32768), end = draw_points(numbers, 32768);
  switch (index % 8) {
    case 1:
      for (auto& p : start) p[1] = 0;
      break;
    case 2:
      for (int k = 0; k < 4; ++k) end[k] = {start[k][1], start[k][2], start[k][0]};
      break;
    case 3:
      for (int k = 0; k < 3; ++k)
        start[3][k] = edges ? start[2][k] + start[1][k] - start[0][k] : 2 * start[2][k] - start[1][k];
      break;
    case 4:
      for (int k = 0; k < 3; ++k) start[3][k] = start[2][k] + numbers.draw(2);
      break;
    case 5: {
      int way[3];
      for (int& w : way) w = numbers.draw(32768);
      for (int v = 0; v < 4; ++v) {
        for (int k = 0; k < 3; ++k) end[v][k] = start[v][k] + way[k] + numbers.draw(1024);
      }
      break;
    }
    case 7:
      snap(start);
      snap(end);
      break;
  }
  Vec4 from[4], to[4];
  const float offset = index % 8 == 6 ? 100.0f : 0.0f;
  for (int v = 0; v < 4; ++v) {
    for (int k = 0; k < 3; ++k) {
      from[v][k] = static_cast<float>(start[v][k]) * 0x1p-15f + offset;
      to[v][k] = static_cast<float>(end[v][k]) * 0x1p-15f + offset;
    }
  }
  return moving_pair(edges ? PairKind::edge_edge : PairKind::vertex_face, from, to, Int4(0, 1, 2, 3));
}

double distance_at(const MovingPair& pair, double time) {
  Point<double> x[4];
  for (int k = 0; k < 4; ++k) x[k] = pair.from[k] + pair.way[k] * time;
  return std::sqrt(nearest(pair.kind, x).squared);
}

/// Of a triangle or an edge that begins as a point the oracle knows no distance, or that of a line through it.
bool begins_with_a_point(const MovingPair& pair) {
  const auto& x = pair.from;
  if (pair.kind == PairKind::edge_edge) return x[0] == x[1] || x[2] == x[3];
  return x[1] == x[2] && x[1] == x[3];
}

/// The oracle's digits, two motions to each.
std::string read_meetings() {
  std::ifstream file(RAYCLOTH_SOURCE_DIR "/tests/data/meetings.txt");
  std::string digits, line;
  while (std::getline(file, line)) digits += line;
  return digits;
}

TEST(Meet, MissesNothingThatTheOracleFinds) {
  const std::string digits = read_meetings();
  ASSERT_GE(digits.size(), 50'000u);
  int met = 0, cleared = 0, needlessly = 0;
  for (int index = 0; index < 2 * static_cast<int>(digits.size()); ++index) {
    const int bits = std::stoi(digits.substr(index / 2, 1), nullptr, 16) >> 2 * (index % 2) & 3;
    const MovingPair pair = motion(index);
    const double start = distance_at(pair, 0);
    if (start < kTouching || begins_with_a_point(pair)) continue;
    const Meeting meeting = meet(pair, std::min(kSeparation, 0.9 * start));
    if (bits & 1) {
      ++met;
      EXPECT_TRUE(meeting.meets) << "motion " << index;
    } else if (!(bits & 2)) {
      ++cleared;
      needlessly += meeting.meets;
    }
  }
  EXPECT_GT(met, 3000);
  EXPECT_GT(cleared, 50'000);
  EXPECT_LE(needlessly, cleared / 1000) << "conservative, not timid";
}

/// By hand, of ten million motions (docs/method.md): writes the numbers of those that it clears, 4 bytes each, for
/// make_meetings.py to ask the oracle about. What is not cleared cannot be missed.
TEST(Meet, DISABLED_WritesWhatItClears) {
  const char* name = std::getenv("RAYCLOTH_CLEARED");
  ASSERT_NE(name, nullptr) << "RAYCLOTH_CLEARED=FILE";
  std::ofstream file(name, std::ios::binary);
  for (int index = 0; index < 10'000'000; ++index) {
    const MovingPair pair = motion(index);
    const double start = distance_at(pair, 0);
    if (start < kTouching || begins_with_a_point(pair) || meet(pair, std::min(kSeparation, 0.9 * start)).meets)
      continue;
    file.write(reinterpret_cast<const char*>(&index), sizeof index);
  }
  EXPECT_TRUE(file.flush());
}

/// Until the meeting nothing is nearer than the separation, whatever moves; sampled, and as far as a float tells a
/// time.
TEST(Meet, NothingComesNearerBefore) {
  int met = 0;
  for (int index = 0; index < 20'000; ++index) {
    const MovingPair pair = motion(index);
    const double start = distance_at(pair, 0);
    if (start < 2 * kSeparation) continue;
    const Meeting meeting = meet(pair, kSeparation);
    const double end = meeting.meets ? meeting.time : 1.0;
    met += meeting.meets;
    for (int i = 0; i <= 64; ++i)
      ASSERT_GE(distance_at(pair, end * i / 64), kSeparation - 4e-7) << "motion " << index << " at " << i << "/64";
  }
  EXPECT_GT(met, 1000);
}

MovingPair falling_vertex(double from, double to) {
  MovingPair pair{PairKind::vertex_face,
                  {{0.25, from, 0.25}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}},
                  {{0, to - from, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  return pair;
}

TEST(Meet, KnowsWhenAndWhereAVertexFallsOnATriangle) {
  const Meeting meeting = meet(falling_vertex(1, -1), 0.1);
  ASSERT_TRUE(meeting.meets);
  EXPECT_NEAR(meeting.time, 0.45, 1e-3);  // 0.1 above it, 0.9 of 2 m below where it began
  EXPECT_LE(meeting.time, 0.45);
  EXPECT_NEAR(meeting.normal.y, 1, 1e-6);
  EXPECT_NEAR(meeting.weights.x, 1, 1e-6);
  EXPECT_NEAR(meeting.weights.y, -0.5, 1e-6);
  EXPECT_NEAR(meeting.weights.z, -0.25, 1e-6);
  EXPECT_NEAR(meeting.weights.w, -0.25, 1e-6);
}

TEST(Meet, WhatEndsBeyondTheSeparationDoesNot) {
  EXPECT_FALSE(meet(falling_vertex(1, 0.1001), 0.1).meets);
  EXPECT_TRUE(meet(falling_vertex(1, 0.0999), 0.1).meets);
}

/// A hundred times as far along a plane as it is away from it: no number of steps by the closing speed gets there.
TEST(Meet, SlidingIsNoMeeting) {
  MovingPair pair = falling_vertex(0.0101, 0.0101);
  pair.way[0] = {0.5, 0, 0.2};
  EXPECT_FALSE(meet(pair, 0.01).meets);
}

/// Both pass the point in which they cross, one after the other.
TEST(Meet, EdgesThatPassOneAfterTheOtherDoNotMeet) {
  const MovingPair pair{PairKind::edge_edge,
                        {{-1, 1, 0}, {1, 1, 0}, {0, 0, -1}, {0, 0, 1}},
                        {{0, -3, 0}, {0, -3, 0}, {0, -3, 0}, {0, -3, 0}}};
  EXPECT_FALSE(meet(pair, 0.01).meets);
}

TEST(Pierce, TellsACrossingFromWhatTouches) {
  const Vec4 x[] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0},    {0.2f, -1, 0.2f, 0}, {0.2f, 1, 0.2f, 0},
                    {3, 0, 3, 0}, {1, 0, 1, 0}, {0.2f, 1, 3, 0}, {0.2f, -1, 3, 0}};
  EXPECT_TRUE(triangles_cross(x, {0, 1, 2}, {3, 4, 5}));
  EXPECT_TRUE(triangles_cross(x, {3, 4, 5}, {0, 1, 2}));
  EXPECT_FALSE(triangles_cross(x, {0, 1, 2}, {5, 7, 8}));
  EXPECT_FALSE(triangles_cross(x, {0, 1, 2}, {1, 6, 2})) << "neighbours in a plane";
}

}  // namespace
}  // namespace raycloth::cpu
