#include "sim/mesh/parse.h"

#include <fstream>
#include <sstream>

#include "device/error.h"
#include "sim/mesh/gltf/parse.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::string read_text(const std::filesystem::path& file) {
  check(std::filesystem::exists(file), file.string() + ": no such file");
  check(!std::filesystem::is_directory(file), file.string() + ": found a folder, expected a mesh file");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  check(stream.good(), file.string() + ": cannot be read, expected a mesh file with at least one face");
  return text.str();
}

bool is_gltf(const std::string& ending) { return ending == ".glb" || ending == ".gltf"; }

}  // namespace

bool is_gltf_file(const std::filesystem::path& file) { return is_gltf(ending_of(file)); }

bool is_mesh_file(const std::filesystem::path& file) { return is_mesh_ending(ending_of(file)); }

bool is_mesh_ending(const std::string& ending) { return ending == ".obj" || is_gltf(ending); }

ParsedMesh parse_mesh(const std::filesystem::path& file, const Watch& watch) {
  const std::string bytes = read_text(file);
  if (is_gltf_file(file)) return parse_gltf(bytes, file.string(), file.parent_path());
  return parse_obj(bytes, file.string(), watch);
}

ParsedAnimation parse_animation(const std::filesystem::path& file, const std::optional<std::string>& name) {
  const std::string where = file.string();
  const tinygltf::Model model = load_gltf(read_text(file), where, file.parent_path());
  return animation_of(model, name, where);
}

std::vector<std::string> parse_animation_names(const std::filesystem::path& file) {
  return animation_names(load_gltf(read_text(file), file.string(), file.parent_path()), file.string());
}

}  // namespace raycloth
