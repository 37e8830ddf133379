#include <sstream>

#include "device/error.h"
#include "sim/mesh/obj_text.h"
#include "sim/mesh/parse.h"

namespace raycloth {

ParsedMesh parse_obj(const std::string& text, const std::string& name) {
  check_obj_text(text, name);
  ParsedMesh parsed;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  std::istringstream stream(text);
  const bool good = tinyobj::LoadObj(&parsed.attrib, &parsed.shapes, &materials, &warning, &error, &stream, nullptr,
                                     /*triangulate=*/false, /*default_vcols_fallback=*/false);
  check(good, name + ": not a readable OBJ file: " + error.substr(0, error.find('\n')));
  return parsed;
}

}  // namespace raycloth
