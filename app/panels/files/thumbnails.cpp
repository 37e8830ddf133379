#include "app/panels/files/thumbnails.h"

#include "render/png.h"

namespace raycloth {

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
