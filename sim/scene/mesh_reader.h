// Reads the meshes of a scene one after the other while somebody watches: how far it is goes by the bytes of their
// files. For the ways to a scene alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/mesh/watch.h"

namespace raycloth {

class MeshReader {
 public:
  /// `files`: all that will be read, in their order.
  MeshReader(Watch watch, const std::vector<std::filesystem::path>& files);

  /// As load_mesh, of the next. Throws Cancelled as well.
  Mesh read(const std::filesystem::path& file, std::vector<std::string>& warnings);

 private:
  Watch watch_;
  double all_ = 0, read_ = 0;  // bytes
};

}  // namespace raycloth
