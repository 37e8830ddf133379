// Which halves of the program are in this binary, and whether they can run here. For the host side.
#pragma once

#include <string>

namespace raycloth {

struct Availability {
  bool answers;             // it can run here
  std::string description;  // the device's name, or the reason why not
};

}  // namespace raycloth

namespace raycloth::cpu {
Availability availability();
}
namespace raycloth::gpu {
Availability availability();  // linked only into builds with CUDA
}
