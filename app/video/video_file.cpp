#include "app/video/video_file.h"

#include "app/run/output/whole_file.h"
#include "app/video/animated_png.h"
#include "app/video/ffmpeg.h"
#include "app/video/png_files.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {

namespace fs = std::filesystem;

std::unique_ptr<VideoFile> open_video(const fs::path& file, const VideoFormat& format) {
  const std::string ending = ending_of(file);
  std::error_code ignored;
  if (ending.empty() || fs::is_directory(file, ignored)) return open_png_folder(file);
  if (ending == ".png" && file.filename().string().find('%') != std::string::npos) return open_png_files(file);
  if (ending == ".png" || ending == ".apng") return open_animated_png(file, format);
  check(is_encoded_by_ffmpeg(ending), file.string() + ": found the ending '" + ending +
                                          "', expected .mp4, .webm, .mkv, .apng, .png, NAME%05d.png or a folder");
  WholeFile probe(file);  // throws when it cannot be written
  return open_ffmpeg(file, ending, format);
}

}  // namespace raycloth
