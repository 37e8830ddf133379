#include "app/panels/files/thumbnails.h"

#include "render/png.h"

namespace raycloth {
namespace {

GlName texture_of(const Image& image) {
  GlName texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture, 1, GL_RGB8, image.width, image.height);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture, 0, 0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

}  // namespace

GLuint Thumbnails::of(const std::filesystem::path& png) {
  const auto known = textures_.find(png);
  if (known != textures_.end()) return known->second;
  GlName& texture = textures_[png];
  try {
    texture = texture_of(read_png(png));
  } catch (const std::exception&) {  // without a picture the name alone is shown
  }
  return texture;
}

}  // namespace raycloth
