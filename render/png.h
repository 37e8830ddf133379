// Writes pictures as PNG files.
#pragma once

#include <filesystem>

#include "render/render_target.h"

namespace raycloth {

/// Throws std::runtime_error naming the file when it cannot be written.
void write_png(const Image& image, const std::filesystem::path& file);

}  // namespace raycloth
