#include "render/png.h"

#include <stdexcept>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace raycloth {

std::string png_bytes(const Image& image) {
  const auto append = [](void* bytes, void* data, int size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(data), static_cast<size_t>(size));
  };
  std::string bytes;
  if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width))
    throw std::runtime_error("no memory for a PNG of " + std::to_string(image.width) + " x " +
                             std::to_string(image.height));
  return bytes;
}

void write_png(const Image& image, const std::filesystem::path& file) {
  if (!stbi_write_png(file.c_str(), image.width, image.height, 3, image.rgb.data(), 3 * image.width))
    throw std::runtime_error(file.string() + ": cannot be written (does the folder exist?)");
}

}  // namespace raycloth
