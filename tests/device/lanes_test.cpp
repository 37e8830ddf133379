// Eight lanes do to each of them what the scalar code does, bit by bit, whatever the numbers and however many there
// are.
#include "device/lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "device/box.h"
#include "device/parallel.h"
#include "device/weighted_sum.h"

namespace raycloth::cpu {
namespace {

uint32_t bits(float value) {
  uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

/// Equal bits; any two values that are no numbers count as equal.
::testing::AssertionResult same(float a, float b) {
  if (bits(a) == bits(b) || (std::isnan(a) && std::isnan(b))) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << a << " and " << b;
}

/// Pairs of a multiple of eight: every two special values, then numbers of every size.
struct Pairs {
  std::vector<float> a, b;

  Pairs() {
    using Limits = std::numeric_limits<float>;
    const float special[] = {0.0f,
                             -0.0f,
                             1.0f,
                             -1.0f,
                             Limits::min(),
                             -Limits::denorm_min(),
                             Limits::max(),
                             -Limits::max(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             1e-20f};
    for (const float x : special)
      for (const float y : special) add(x, y);
    std::mt19937 random(7);
    for (int i = 0; i < 4000; ++i) add(any_size(random), any_size(random));
  }

  void add(float x, float y) {
    a.push_back(x);
    b.push_back(y);
  }
  static float any_size(std::mt19937& random) {
    const float mantissa = std::uniform_real_distribution<float>(-2, 2)(random);
    return std::ldexp(mantissa, std::uniform_int_distribution<int>(-30, 30)(random));
  }
};

template <class Lanewise, class Scalar>
void expect_like_scalars(Lanewise lanewise, Scalar scalar) {
  const Pairs pairs;
  ASSERT_EQ(pairs.a.size() % 8, 0u);
  for (size_t i = 0; i < pairs.a.size(); i += 8) {
    float found[8];
    store8(found, lanewise(load8(&pairs.a[i]), load8(&pairs.b[i])));
    for (size_t k = 0; k < 8; ++k) {
      const float a = pairs.a[i + k], b = pairs.b[i + k];
      EXPECT_TRUE(same(found[k], scalar(a, b))) << " of " << a << ", " << b;
    }
  }
}

TEST(Lanes, ArithmeticIsThatOfScalars) {
  expect_like_scalars([](Float8 a, Float8 b) { return a + b; }, [](float a, float b) { return a + b; });
  expect_like_scalars([](Float8 a, Float8 b) { return a - b; }, [](float a, float b) { return a - b; });
  expect_like_scalars([](Float8 a, Float8 b) { return a * b; }, [](float a, float b) { return a * b; });
  expect_like_scalars([](Float8 a, Float8 b) { return a / b; }, [](float a, float b) { return a / b; });
  expect_like_scalars([](Float8 a, Float8) { return -a; }, [](float a, float) { return -a; });
  expect_like_scalars([](Float8 a, Float8) { return square_root(a); }, [](float a, float) { return std::sqrt(a); });
}

TEST(Lanes, ComparisonsAndMasksAreThoseOfScalars) {
  const auto chosen = [](auto mask) { return [mask](auto a, auto b) { return select(mask(a, b), a, b); }; };
  const auto expect_same_choice = [&](auto mask) { expect_like_scalars(chosen(mask), chosen(mask)); };
  expect_same_choice([](auto a, auto b) { return a < b; });
  expect_same_choice([](auto a, auto b) { return a <= b; });
  expect_same_choice([](auto a, auto b) { return a > b; });
  expect_same_choice([](auto a, auto b) { return a >= b; });
  expect_same_choice([](auto a, auto b) { return a == b; });
  expect_same_choice([](auto a, auto b) { return a != b; });
  expect_same_choice([](auto a, auto b) { return both(a<b, b> decltype(b)(0.5f)); });
  expect_same_choice([](auto a, auto b) { return either(a<b, b> decltype(b)(0.5f)); });
}

TEST(Lanes, AnyIsTrueForASingleLane) {
  float values[8] = {};
  EXPECT_FALSE(any(load8(values) > Float8(0)));
  for (float& value : values) {
    value = 1;
    EXPECT_TRUE(any(load8(values) > Float8(0)));
    value = 0;
  }
}

TEST(Lanes, TheSmallerAndTheLargerAreThoseOfScalars) {
  const auto least = [](auto a, auto b) { return smaller(a, b); };
  const auto most = [](auto a, auto b) { return larger(a, b); };
  expect_like_scalars(least, [](float a, float b) { return a < b ? a : b; });
  expect_like_scalars(most, [](float a, float b) { return a > b ? a : b; });
  const Pairs pairs;
  for (size_t i = 0; i < pairs.a.size(); ++i) {
    EXPECT_TRUE(same(smaller(pairs.a[i], pairs.b[i]), pairs.a[i] < pairs.b[i] ? pairs.a[i] : pairs.b[i]));
  }
}

TEST(Lanes, BitsTellForWhichIndicesABodyHolds) {
  const int numbers[] = {5, 7, 5, 5, 1, 0, 7, 5, 7, 5, 2};
  const float sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const auto fives = [&](auto at) { return equal(numbers, at, 5); };
  EXPECT_EQ(bits_of<8>(0, fives), 0b10001101u);
  EXPECT_EQ(bits_of<8>(2, fives), 0b10100011u);
  EXPECT_EQ(bits_of<3>(7, fives), 0b101u);
  EXPECT_EQ(bits_of<1>(1, fives), 0u);
  const auto large_fives = [&]<class Real>(Lanes<Real> at) { return except(fives(at), load(sizes, at) < Real(3)); };
  EXPECT_EQ(bits_of<8>(0, large_fives), 0b10001100u);
  EXPECT_EQ(bits_of<3>(0, large_fives), 0b100u);
  float doubled[8] = {};
  Team().for_eight([&](auto at) { store(doubled, at, load(sizes, at) + load(sizes, at)); });
  for (int i = 0; i < 8; ++i) EXPECT_EQ(doubled[i], 2 * sizes[i]);
}

TEST(WeightedSum, AddsComponentByComponentInOrder) {
  const Pairs pairs;
  WeightedSum sum;
  Vec3 expected(0);
  for (size_t i = 0; i + 3 < pairs.a.size(); ++i) {
    const Vec4 v(pairs.a[i], pairs.a[i + 1], pairs.a[i + 2], pairs.a[i + 3]);
    const float weight = pairs.b[i];
    if (!std::isfinite(v.x + v.y + v.z + weight)) continue;
    sum.add(v, weight);
    for (int k = 0; k < 3; ++k) expected[k] += v[k] * weight;
    for (int k = 0; k < 3; ++k) ASSERT_TRUE(same(sum.value()[k], expected[k])) << "after " << i;
  }
}

TEST(Bits, AColumnOfRowsIsTheirBitsOneBelowTheOther) {
  std::mt19937 random(11);
  alignas(32) unsigned char rows[32];
  for (unsigned char& row : rows) row = static_cast<unsigned char>(random());
  for (int column = 0; column < 8; ++column) {
    const unsigned found = bit_column(rows, column);
    for (int k = 0; k < 32; ++k) EXPECT_EQ(found >> k & 1, static_cast<unsigned>(rows[k] >> column & 1));
  }
}

/// Mirrors vectors through index tuples: writes what it reads in other places, other components.
struct Shuffle {
  const Vec4* from;
  Vec4* to;
  Vec4* in_order;
  const Int2* where;
  const float* scale;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> v = gather(from, indices(where, 1, at));
    const Real s = load(scale, at);
    scatter(to, indices(where, 0, at), {v.w * s, v.z, v.y, v.x});
    store(in_order, at, with_w(xyz(load(in_order, at)) / s, v.w));
  }
};

TEST(Lanes, ReadAndWriteTheirOwnPlacesForEveryLengthAndThreadCount) {
  std::mt19937 random(3);
  for (const int threads : {1, 2}) {
    Queue queue(threads);
    for (const int n : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 511, 512, 513, 1029, 5003}) {
      std::vector<Vec4> from(n), to(n), in_order(n);
      std::vector<Int2> where(n);
      std::vector<float> scale(n);
      for (int i = 0; i < n; ++i) where[i] = {i, i};
      for (int i = n - 1; i > 0; --i) {
        std::swap(where[i].x, where[random() % (i + 1)].x);
        std::swap(where[i].y, where[random() % (i + 1)].y);
      }
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k < 4; ++k) from[i][k] = Pairs::any_size(random);
        in_order[i] = from[i];
        scale[i] = Pairs::any_size(random);
      }
      queue.run([&] {
        parallel_for_lanes(queue, "shuffle", n, 0,
                           Shuffle{from.data(), to.data(), in_order.data(), where.data(), scale.data()});
      });
      for (int i = 0; i < n; ++i) {
        const Vec4 v = from[where[i].y], moved = to[where[i].x];
        EXPECT_TRUE(same(moved.x, v.w * scale[i]) && moved.y == v.z && moved.z == v.y && moved.w == v.x)
            << i << " of " << n;
        for (int k = 0; k < 3; ++k) EXPECT_TRUE(same(in_order[i][k], from[i][k] / scale[i])) << i << " of " << n;
        EXPECT_EQ(in_order[i].w, v.w);
      }
    }
  }
}

}  // namespace
}  // namespace raycloth::cpu
