// Pictures as PNG files.
#pragma once

#include <filesystem>
#include <string>

#include "render/render_target.h"

namespace raycloth {

/// A whole PNG file.
std::string png_bytes(const Image& image);

/// Throws std::runtime_error naming the file when it is not there or no PNG.
Image read_png(const std::filesystem::path& file);

/// Throws std::runtime_error naming the file when it cannot be written.
void write_png(const Image& image, const std::filesystem::path& file);

}  // namespace raycloth
