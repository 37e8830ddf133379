#include "app/run/output/whole_file.h"

#include <unistd.h>

#include "device/error.h"

namespace raycloth {

namespace fs = std::filesystem;

fs::path unused_file(const std::string& stem, const std::string& extension) {
  fs::path file = stem + extension;
  for (int i = 2; fs::exists(file); ++i) file = stem + "_" + std::to_string(i) + extension;
  return file;
}

WholeFile::WholeFile(const fs::path& path) : path_(path) {
  std::error_code ignored;
  check(!fs::is_directory(path, ignored), path.string() + ": is a folder; name a file");
  temporary_ = path.string() + "." + std::to_string(getpid()) + ".part";  // runs side by side do not meet
  out_.open(temporary_, std::ios::trunc | std::ios::binary);
  check(out_.good(), path.string() + ": cannot be written; name a file in a folder that exists and is writable");
}

WholeFile::~WholeFile() {
  out_.close();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void WholeFile::commit() {
  out_.close();
  if (!out_) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
  fs::rename(temporary_, path_);
}

}  // namespace raycloth
