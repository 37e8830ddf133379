#include "app/video/png_files.h"

#include <algorithm>
#include <charconv>

#include "app/run/output/whole_file.h"
#include "device/error.h"
#include "render/png.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// A file name with a number in it.
struct NumberedName {
  std::string before, after;
  size_t digits = 1;

  std::string with(long long number) const {
    const std::string text = std::to_string(number);
    return before + std::string(digits - std::min(digits, text.size()), '0') + text + after;
  }
};

NumberedName read_pattern(const fs::path& pattern) {
  const std::string name = pattern.filename().string();
  const auto refuse_unless = [&](bool right) {
    check(right, pattern.string() + ": expected one %d or %05d in the file name, where the number stands");
  };
  const size_t percent = name.find('%'), letter = name.find('d', percent);
  refuse_unless(letter != name.npos && name.find('%', percent + 1) == name.npos);
  NumberedName result{name.substr(0, percent), name.substr(letter + 1)};
  const char *begin = name.data() + percent + 1, *end = name.data() + letter;
  if (begin == end) return result;
  const auto [read_to, error] = std::from_chars(begin, end, result.digits);
  refuse_unless(*begin == '0' && error == std::errc() && read_to == end && result.digits >= 1 && result.digits <= 12);
  return result;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  check(fs::is_directory(folder, error), folder.string() + ": cannot be made a folder");
}

class PngFiles : public VideoFile {
 public:
  PngFiles(fs::path folder, NumberedName name) : folder_(std::move(folder)), name_(std::move(name)) {
    if (!folder_.empty()) make_folder(folder_);
    WholeFile probe(folder_ / name_.with(1));  // throws when nothing can be written there
  }

  void add(const Image& picture) override {
    WholeFile file(folder_ / name_.with(++pictures_));
    file.stream() << png_bytes(picture);
    file.commit();
  }
  void finish() override {}

 private:
  fs::path folder_;
  NumberedName name_;
  long long pictures_ = 0;
};

}  // namespace

std::unique_ptr<VideoFile> open_png_folder(const fs::path& folder) {
  return std::make_unique<PngFiles>(folder, NumberedName{"frame_", ".png", 6});
}

std::unique_ptr<VideoFile> open_png_files(const fs::path& pattern) {
  return std::make_unique<PngFiles>(pattern.parent_path(), read_pattern(pattern));
}

}  // namespace raycloth
