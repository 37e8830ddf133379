// A video as one animated PNG (PNG specification, third edition, sections 11.3.6 and 12.4): chunks acTL, fcTL and fdAT
// around the data of ordinary PNGs. Programs that know no animation show its first picture.
#pragma once

#include "app/video/video_file.h"

namespace raycloth {

/// Plays for ever. Throws InputError when the file cannot be written.
std::unique_ptr<VideoFile> open_animated_png(const std::filesystem::path& file, const VideoFormat& format);

}  // namespace raycloth
