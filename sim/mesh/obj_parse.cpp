#include <algorithm>
#include <istream>
#include <streambuf>

#include "device/error.h"
#include "sim/mesh/obj_text.h"
#include "sim/mesh/parse.h"

namespace raycloth {
namespace {

constexpr double kChecking = 0.3;  // of the time

/// A text that ends where whoever watches has had enough.
class WatchedText : public std::streambuf {
 public:
  WatchedText(const std::string& text, const Watch& watch) : text_(text), watch_(watch) {}

  bool cancelled() const { return cancelled_; }

 private:
  static constexpr size_t kAtOnce = 65536;  // bytes between two questions

  int_type underflow() override {
    cancelled_ = cancelled_ || (watch_ && !watch_(static_cast<double>(read_) / static_cast<double>(text_.size())));
    if (cancelled_ || read_ == text_.size()) return traits_type::eof();
    char* const begin = const_cast<char*>(text_.data()) + read_;  // it is only read
    const size_t size = std::min(kAtOnce, text_.size() - read_);
    setg(begin, begin, begin + size);
    read_ += size;
    return traits_type::to_int_type(*begin);
  }

  const std::string& text_;
  const Watch& watch_;
  size_t read_ = 0;
  bool cancelled_ = false;
};

}  // namespace

ParsedMesh parse_obj(const std::string& text, const std::string& name, const Watch& watch) {
  check_obj_text(text, name, part_of(watch, 0, kChecking));
  ParsedMesh parsed;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  const Watch reading = part_of(watch, kChecking, 1);
  WatchedText watched(text, reading);
  std::istream stream(&watched);
  const bool good = tinyobj::LoadObj(&parsed.attrib, &parsed.shapes, &materials, &warning, &error, &stream, nullptr,
                                     /*triangulate=*/false, /*default_vcols_fallback=*/false);
  if (watched.cancelled()) throw Cancelled();
  check(good, name + ": not a readable OBJ file: " + error.substr(0, error.find('\n')));
  return parsed;
}

}  // namespace raycloth
