#include "app/video/ffmpeg.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "app/run/child.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Qualities at which a picture and its original are hard to tell apart.
struct Encoder {
  const char* name;
  Words options;
};
const std::vector<Encoder> kH264 = {{"libx264", {"-crf", "17", "-preset", "medium", "-movflags", "+faststart"}},
                                    {"libopenh264", {"-b:v", "20M"}}};
const std::vector<Encoder> kAv1 = {{"libsvtav1", {"-crf", "23", "-preset", "8"}},
                                   {"libaom-av1", {"-crf", "20", "-b:v", "0", "-cpu-used", "6", "-row-mt", "1"}},
                                   {"libvpx-vp9", {"-crf", "18", "-b:v", "0", "-row-mt", "1"}}};

struct Container {
  const char *ending, *muxer;
  const std::vector<Encoder>& encoders;
};
const Container kContainers[] = {{".mp4", "mp4", kH264}, {".webm", "webm", kAv1}, {".mkv", "matroska", kAv1}};

const Container* find_container(std::string_view ending) {
  for (const Container& container : kContainers)
    if (ending == container.ending) return &container;
  return nullptr;
}

std::string instead(const fs::path& file) {
  return "name " + fs::path(file).replace_extension(".apng").string() + ", or " +
         fs::path(file).replace_extension("").string() + "/%05d.png for a picture a file";
}

/// All that `ffmpeg -encoders` lists, a line each.
std::string offered_encoders(const fs::path& file) {
  try {
    Child ffmpeg({"ffmpeg", "-hide_banner", "-encoders"});
    ffmpeg.finish();
    return ffmpeg.printed();
  } catch (const std::system_error& error) {
    check(error.code().value() != ENOENT,
          file.string() + ": needs ffmpeg, which is not on PATH: install it, or " + instead(file));
    throw;
  }
}

const Encoder& choose_encoder(const fs::path& file, const std::vector<Encoder>& encoders) {
  const std::string offered = offered_encoders(file);
  for (const Encoder& encoder : encoders)
    if (offered.find(std::string(" ") + encoder.name + " ") != std::string::npos) return encoder;
  throw InputError(file.string() + ": this ffmpeg has none of " +
                   joined(encoders, [](const Encoder& e) { return e.name; }) + ": " + instead(file));
}

/// Pictures are sRGB; videos of this size are taken for BT.709, with luma from 16 to 235.
Words command(const fs::path& file, const Container& container, const Encoder& encoder, const VideoFormat& format) {
  const std::string size = std::to_string(format.width) + "x" + std::to_string(format.height);
  const std::string rate = std::to_string(format.rate.numerator) + "/" + std::to_string(format.rate.denominator);
  Words words = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y"};
  const auto add = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
  add({"-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate, "-i", "pipe:0"});
  add({"-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"});
  add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
  add({"-c:v", encoder.name});
  add(encoder.options);
  add({"-f", container.muxer, "file:" + file.string()});
  return words;
}

/// However we end, ffmpeg sees the end of its input and completes the file.
class FfmpegFile : public VideoFile {
 public:
  FfmpegFile(fs::path path, Words command) : path_(std::move(path)), command_(std::move(command)) {}

  void add(const Image& picture) override {
    if (!ffmpeg_) ffmpeg_.emplace(command_);
    if (!ffmpeg_->write(picture.rgb)) fail();
  }
  void finish() override {
    if (ffmpeg_ && ffmpeg_->finish() != 0) fail();
  }

 private:
  [[noreturn]] void fail() {
    const int code = ffmpeg_->finish();
    const std::string printed = ffmpeg_->printed();
    throw std::runtime_error(path_.string() + ": ffmpeg ended with code " + std::to_string(code) + ": " +
                             printed.substr(0, printed.find('\n')));
  }

  fs::path path_;
  Words command_;
  std::optional<Child> ffmpeg_;  // from the first picture on
};

}  // namespace

bool is_encoded_by_ffmpeg(std::string_view ending) { return find_container(ending) != nullptr; }

bool is_ffmpeg_there() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / "ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

std::unique_ptr<VideoFile> open_ffmpeg(const fs::path& file, const std::string& ending, const VideoFormat& format) {
  const Container& container = *find_container(ending);
  check(format.width % 2 == 0 && format.height % 2 == 0, file.string() + ": found " + std::to_string(format.width) +
                                                             "x" + std::to_string(format.height) +
                                                             " pixels, expected even numbers for " + ending);
  const Encoder& encoder = choose_encoder(file, container.encoders);
  return std::make_unique<FfmpegFile>(file, command(file, container, encoder, format));
}

}  // namespace raycloth
