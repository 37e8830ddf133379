// A video encoded by the program ffmpeg, which reads our pictures as they come.
#pragma once

#include <string_view>

#include "app/video/video_file.h"

namespace raycloth {

/// Whether a file with this ending (".mp4") goes through ffmpeg.
bool is_encoded_by_ffmpeg(std::string_view ending);

/// Whether there is such a program on PATH; what it can encode shows when it is asked.
bool is_ffmpeg_there();

/// Throws InputError when ffmpeg is not on PATH, has no fitting encoder, or the size is odd, which these encoders'
/// halved colours forbid.
std::unique_ptr<VideoFile> open_ffmpeg(const std::filesystem::path& file, const std::string& ending,
                                       const VideoFormat& format);

}  // namespace raycloth
