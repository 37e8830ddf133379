// Memory of buffers, whatever it was used for before.
#include "device/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace raycloth::cpu {
namespace {

/// Of the sizes of small blocks, which come back at once, and of large ones.
TEST(Buffer, IsZeroAndAlignedWhereOthersWere) {
  for (const size_t size : {1u, 7u, 64u, 1000u, 4'000'000u}) {
    for (int round = 0; round < 3; ++round) {
      Buffer<unsigned char> buffer(size);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer.data()) % 64, 0u) << size;
      EXPECT_EQ(buffer.download(), std::vector<unsigned char>(size, 0)) << size;
      buffer.upload(std::vector<unsigned char>(size, 0xff));
      EXPECT_EQ(buffer.download(), std::vector<unsigned char>(size, 0xff)) << size;
    }
  }
}

TEST(Buffer, OfNothingHasNoMemory) {
  Buffer<float> buffer(0);
  EXPECT_EQ(buffer.data(), nullptr);
  buffer.resize(3);
  EXPECT_EQ(buffer.download(), std::vector<float>(3, 0.0f));
  buffer.resize(0);
  EXPECT_EQ(buffer.data(), nullptr);
}

}  // namespace
}  // namespace raycloth::cpu
