#include "app/video/animated_png.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "app/run/output/whole_file.h"
#include "render/png.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr size_t kSignature = 8, kHeader = 25;  // bytes: of the file, of the chunk IHDR
constexpr size_t kFrame = 12;                   // bytes of a chunk beside its data

std::string big_endian(uint32_t value, int bytes = 4) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 255);
  return text;
}

uint32_t number_at(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// PNG specification, annex D.
uint32_t checksum(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return ~crc;
}

std::string chunk(const std::string& name, const std::string& data) {
  return big_endian(static_cast<uint32_t>(data.size())) + name + data + big_endian(checksum(name + data));
}

/// What all IDAT chunks of a PNG hold.
std::string picture_data(std::string_view png) {
  std::string data;
  for (size_t at = kSignature; at + kFrame <= png.size();) {
    const uint32_t size = number_at(png, at);
    if (png.substr(at + 4, 4) == "IDAT") data += png.substr(at + 8, size);
    at += size + kFrame;
  }
  return data;
}

/// Every picture is followed by the end of the file. The next one is written behind that, and then what was the end
/// becomes its first bytes; the count at the beginning is raised after that. So whenever the program is killed, the
/// file is whole, and promises no more than there is.
class AnimatedPng : public VideoFile {
 public:
  AnimatedPng(const fs::path& path, const VideoFormat& format) : path_(path), format_(format) {
    WholeFile probe(path);  // throws when it cannot be written
  }

  void add(const Image& picture) override {
    const std::string png = png_bytes(picture), data = picture_data(png);
    if (pictures_ == 0) begin(png);
    std::string chunks = chunk("fcTL", control());
    chunks += pictures_ == 0 ? chunk("IDAT", data) : chunk("fdAT", big_endian(sequence_++) + data);
    const std::string end = chunk("IEND", "");
    out_.seekp(end_ + static_cast<std::streamoff>(end.size()));
    out_ << chunks.substr(end.size()) << end << std::flush;
    out_.seekp(end_);
    out_ << chunks.substr(0, end.size()) << std::flush;
    end_ += static_cast<std::streamoff>(chunks.size());
    ++pictures_;
    write_count();
    if (!out_) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
  }
  void finish() override {}

 private:
  void begin(const std::string& png) {
    out_.open(path_, std::ios::binary | std::ios::trunc);
    out_ << png.substr(0, kSignature + kHeader);
    pictures_ = 1;
    write_count();
    pictures_ = 0;
    end_ = out_.tellp();
  }

  void write_count() {
    out_.seekp(kSignature + kHeader);
    out_ << chunk("acTL", big_endian(pictures_) + big_endian(0)) << std::flush;
  }

  /// The next picture covers the whole one before it, for the time of one.
  std::string control() {
    const FrameRate rate = format_.rate;
    return big_endian(sequence_++) + big_endian(static_cast<uint32_t>(format_.width)) +
           big_endian(static_cast<uint32_t>(format_.height)) + big_endian(0) + big_endian(0) +
           big_endian(static_cast<uint32_t>(rate.denominator), 2) +
           big_endian(static_cast<uint32_t>(rate.numerator), 2) + std::string(2, '\0');
  }

  fs::path path_;
  VideoFormat format_;
  std::ofstream out_;
  std::streamoff end_ = 0;
  uint32_t pictures_ = 0, sequence_ = 0;
};

}  // namespace

std::unique_ptr<VideoFile> open_animated_png(const fs::path& file, const VideoFormat& format) {
  return std::make_unique<AnimatedPng>(file, format);
}

}  // namespace raycloth
