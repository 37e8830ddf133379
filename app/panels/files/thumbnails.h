// Small pictures from PNG files as textures, read when they are first shown. Needs a current OpenGL context, also in
// its destructor.
#pragma once

#include <filesystem>
#include <map>

#include "render/gl_objects.h"

namespace raycloth {

class Thumbnails {
 public:
  /// The texture's name; 0 where there is no such picture.
  GLuint of(const std::filesystem::path& png);

 private:
  std::map<std::filesystem::path, GlName> textures_;
};

}  // namespace raycloth
