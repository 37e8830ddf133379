#include "sim/mesh/sequence.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "device/error.h"
#include "sim/mesh/parse.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// The number between `before` and `after` in `name`.
std::optional<long> number_in(const std::string& name, const std::string& before, const std::string& after) {
  if (name.size() <= before.size() + after.size()) return std::nullopt;
  if (!name.starts_with(before) || !name.ends_with(after)) return std::nullopt;
  const char *begin = name.data() + before.size(), *end = name.data() + name.size() - after.size();
  long number = 0;
  const auto [read_to, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || read_to != end || number < 0) return std::nullopt;
  return number;
}

size_t count_faces(const ParsedMesh& parsed) {
  size_t faces = 0;
  for (const auto& shape : parsed.shapes) faces += shape.mesh.num_face_vertices.size();
  return faces;
}

/// The vertices of every face, each face preceded by how many it has.
std::vector<int> faces_of(const ParsedMesh& parsed) {
  std::vector<int> faces;
  for (const auto& shape : parsed.shapes) {
    size_t at = 0;
    for (const unsigned char corners : shape.mesh.num_face_vertices) {
      faces.push_back(corners);
      for (int k = 0; k < corners; ++k) faces.push_back(shape.mesh.indices[at++].vertex_index);
    }
  }
  return faces;
}

void check_count(const std::string& file, const char* what, size_t found, size_t expected, const std::string& as) {
  check(found == expected, file + ": found " + std::to_string(found) + " " + what + ", expected " +
                               std::to_string(expected) + " as in " + as);
}

/// Refuses `other` unless it has the vertices and faces of `first`, whose file is called `as`.
void check_same(const ParsedMesh& other, const std::string& file, const ParsedMesh& first, const std::string& as) {
  check_count(file, "vertices", other.attrib.vertices.size() / 3, first.attrib.vertices.size() / 3, as);
  check_count(file, "faces", count_faces(other), count_faces(first), as);
  check(faces_of(other) == faces_of(first),
        file + ": found other faces than in " + as + ", expected the same vertices in the same order");
}

/// Those of the mesh's vertices among the file's.
std::vector<Vec3> shape_of(const Mesh& mesh, const std::vector<float>& vertices) {
  std::vector<Vec3> shape;
  for (const int v : mesh.file_vertices) {
    const float* at = &vertices[3 * static_cast<size_t>(v)];
    shape.push_back({at[0], at[1], at[2]});
  }
  return shape;
}

}  // namespace

std::vector<fs::path> numbered_files(const fs::path& pattern) {
  const std::string name = pattern.filename().string(), where = pattern.string();
  const size_t star = name.find('*');
  check(star != std::string::npos && name.find('*', star + 1) == std::string::npos,
        where + ": expected one * in the file name, where the number stands");
  const std::string before = name.substr(0, star), after = name.substr(star + 1);
  std::map<long, fs::path> found;
  std::error_code none;  // without the folder there are no files
  for (const auto& entry : fs::directory_iterator(pattern.parent_path(), none)) {
    if (const auto number = number_in(entry.path().filename().string(), before, after)) found[*number] = entry.path();
  }
  check(!found.empty(), where + ": no such file, expected some with a number for the *");
  std::vector<fs::path> files;
  long next = found.begin()->first;
  for (const auto& [number, file] : found) {
    check(number == next, where + ": number " + std::to_string(next) + " is missing, expected all up to " +
                              std::to_string(found.rbegin()->first));
    files.push_back(file);
    ++next;
  }
  return files;
}

std::vector<std::vector<Vec3>> load_shapes(const fs::path& mesh_file, const Mesh& mesh,
                                           const std::vector<fs::path>& files) {
  const ParsedMesh first = parse_mesh(mesh_file);
  std::vector<std::vector<Vec3>> shapes;
  for (const fs::path& file : files) {
    const ParsedMesh parsed = parse_mesh(file);
    check_same(parsed, file.string(), first, mesh_file.filename().string());
    shapes.push_back(shape_of(mesh, parsed.attrib.vertices));
  }
  return shapes;
}

bool is_animated_file(const fs::path& file) {
  return is_gltf_file(file) && file.filename().string().find('*') == std::string::npos;
}

TimedShapes load_animation(const fs::path& mesh_file, const Mesh& mesh, const fs::path& file,
                           const std::optional<std::string>& name) {
  const ParsedAnimation animation = parse_animation(file, name);
  check_same(animation.mesh, file.string(), parse_mesh(mesh_file), mesh_file.filename().string());
  TimedShapes timed{animation.times, {}};
  for (const std::vector<float>& vertices : animation.vertices) timed.shapes.push_back(shape_of(mesh, vertices));
  return timed;
}

std::vector<std::string> animations_of(const fs::path& file) {
  if (!is_gltf_file(file)) return {};
  const std::vector<std::string> all = parse_animation_names(file);
  if (all.size() < 2) return all;
  std::vector<std::string> names;
  for (const std::string& name : all)
    if (std::ranges::count(all, name) == 1) names.push_back(name);
  return names;
}

}  // namespace raycloth
