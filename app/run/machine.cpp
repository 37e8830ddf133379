#include "app/run/machine.h"

#include <unistd.h>

#include <fstream>

namespace raycloth {

size_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  size_t all = 0, resident = 0;  // pages
  in >> all >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace raycloth
