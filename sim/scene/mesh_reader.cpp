#include "sim/scene/mesh_reader.h"

#include <utility>

namespace raycloth {
namespace {

/// 0 of one that is not there: whoever reads it says so.
double bytes_of(const std::filesystem::path& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? 0 : static_cast<double>(size);
}

}  // namespace

MeshReader::MeshReader(Watch watch, const std::vector<std::filesystem::path>& files) : watch_(std::move(watch)) {
  for (const std::filesystem::path& file : files) all_ += bytes_of(file);
}

Mesh MeshReader::read(const std::filesystem::path& file, std::vector<std::string>& warnings) {
  if (all_ == 0) return load_mesh(file, warnings);
  const double from = read_ / all_;
  read_ += bytes_of(file);
  return load_mesh(file, warnings, part_of(watch_, from, read_ / all_));
}

}  // namespace raycloth
