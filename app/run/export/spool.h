// A file that nobody else sees, in which parts of another are gathered while a run goes on. It vanishes with us,
// however we end.
#pragma once

#include <cstdio>
#include <filesystem>
#include <ostream>
#include <string>

namespace raycloth {

class Spool {
 public:
  /// Beside `file`, where there is room for it. Throws std::runtime_error.
  explicit Spool(const std::filesystem::path& file);
  ~Spool();
  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&&) = delete;

  void append(const std::string& bytes);  // throws std::runtime_error when the disk refuses
  void copy_to(std::ostream& out) const;  // all of it
  size_t size() const { return size_; }   // bytes

 private:
  std::FILE* file_ = nullptr;
  std::string name_;
  size_t size_ = 0;
};

/// Whether a file that is put together anew from spools is due after so many frames: so seldom that all of it costs no
/// more than twice the last time, so often that half of the frames are there.
inline bool is_due(long long frames) { return (frames & (frames - 1)) == 0; }

}  // namespace raycloth
