// A video as a file or several, picture by picture. What is there can be played, also after an interruption.
//
//   .mp4            H.264, through ffmpeg
//   .webm, .mkv     AV1, or VP9 where ffmpeg has no AV1; through ffmpeg
//   .apng, .png     an animated PNG; without loss, any browser plays it
//   NAME%05d.png    a PNG a picture, numbered from 1; a folder, or a name without an ending: frame_000001.png in it
#pragma once

#include <filesystem>
#include <memory>

#include "app/run/frame_rate.h"
#include "render/render_target.h"

namespace raycloth {

class VideoFile {
 public:
  virtual ~VideoFile() = default;

  /// All pictures are of one size. Throws std::runtime_error when it cannot be written.
  virtual void add(const Image& picture) = 0;
  /// Once, after the last picture. Throws std::runtime_error.
  virtual void finish() = 0;
};

struct VideoFormat {
  int width = 0, height = 0;  // pixels
  FrameRate rate;
};

/// Nothing is written before the first picture. Throws InputError when the ending is none of these, the place cannot be
/// written, ffmpeg is needed and not there, or cannot take the size.
std::unique_ptr<VideoFile> open_video(const std::filesystem::path& file, const VideoFormat& format);

}  // namespace raycloth
