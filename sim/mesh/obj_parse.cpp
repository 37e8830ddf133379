#include "sim/mesh/obj_parse.h"

#include <fstream>
#include <sstream>

#include "device/error.h"
#include "sim/mesh/obj_text.h"

namespace raycloth {

static std::string read_text(const std::filesystem::path& file) {
  check(std::filesystem::exists(file), file.string() + ": no such file");
  check(!std::filesystem::is_directory(file), file.string() + ": found a folder, expected an OBJ file");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  check(stream.good(), file.string() + ": cannot be read, expected an OBJ file with at least one face");
  return text.str();
}

ParsedObj parse_obj(const std::filesystem::path& file) {
  const std::string name = file.string(), text = read_text(file);
  check_obj_text(text, name);
  ParsedObj parsed;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  std::istringstream stream(text);
  const bool good = tinyobj::LoadObj(&parsed.attrib, &parsed.shapes, &materials, &warning, &error, &stream, nullptr,
                                     /*triangulate=*/false, /*default_vcols_fallback=*/false);
  check(good, name + ": not a readable OBJ file: " + error.substr(0, error.find('\n')));
  return parsed;
}

}  // namespace raycloth
