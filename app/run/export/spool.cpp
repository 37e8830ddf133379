#include "app/run/export/spool.h"

#include <unistd.h>

#include <stdexcept>
#include <utility>
#include <vector>

namespace raycloth {

Spool::Spool(const std::filesystem::path& file) : name_(file.string()) {
  std::string pattern = name_ + ".XXXXXX";
  const int descriptor = mkstemp(pattern.data());
  if (descriptor < 0) throw std::runtime_error(name_ + ": no file can be made beside it");
  unlink(pattern.c_str());
  file_ = fdopen(descriptor, "w+b");
}

Spool::~Spool() {
  if (file_) std::fclose(file_);
}

Spool::Spool(Spool&& other) noexcept
    : file_(std::exchange(other.file_, nullptr)), name_(std::move(other.name_)), size_(other.size_) {}

void Spool::append(const std::string& bytes) {
  std::fseek(file_, 0, SEEK_END);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() || std::fflush(file_) != 0)
    throw std::runtime_error(name_ + ": writing failed (disk full?)");
  size_ += bytes.size();
}

void Spool::copy_to(std::ostream& out) const {
  std::vector<char> block(size_t{1} << 20);
  std::rewind(file_);
  for (size_t read = 0; (read = std::fread(block.data(), 1, block.size(), file_)) > 0;)
    out.write(block.data(), static_cast<std::streamsize>(read));
}

}  // namespace raycloth
