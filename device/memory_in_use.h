// How full a device's memory is. For the host side.
#pragma once

#include <cstddef>

namespace raycloth {

struct MemoryInUse {
  size_t bytes, of;  // by all programs; of so many
};

}  // namespace raycloth

namespace raycloth::gpu {
MemoryInUse memory_in_use();  // of the present device; linked only into builds with CUDA
}
