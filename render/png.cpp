#include "render/png.h"

#include <memory>
#include <stdexcept>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
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

Image read_png(const std::filesystem::path& file) {
  constexpr int kChannels = 3;
  Image image;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load(file.c_str(), &image.width, &image.height, nullptr, kChannels), stbi_image_free);
  if (!pixels) throw std::runtime_error(file.string() + ": " + stbi_failure_reason() + ", expected a PNG file");
  image.rgb.assign(pixels.get(), pixels.get() + size_t{kChannels} * image.width * image.height);
  return image;
}

void write_png(const Image& image, const std::filesystem::path& file) {
  if (!stbi_write_png(file.c_str(), image.width, image.height, 3, image.rgb.data(), 3 * image.width))
    throw std::runtime_error(file.string() + ": cannot be written (does the folder exist?)");
}

}  // namespace raycloth
