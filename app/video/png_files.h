// A video as a PNG file a picture.
#pragma once

#include "app/video/video_file.h"

namespace raycloth {

/// frame_000001.png, frame_000002.png, ... in `folder`, which is made where missing. Throws InputError.
std::unique_ptr<VideoFile> open_png_folder(const std::filesystem::path& folder);

/// `pattern` holds one %d or %0Nd in its file name, where the number stands. Throws InputError.
std::unique_ptr<VideoFile> open_png_files(const std::filesystem::path& pattern);

}  // namespace raycloth
