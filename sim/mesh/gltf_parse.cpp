// Reading glTF 2.0 by tinygltf.
#include <tiny_gltf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <limits>
#include <optional>

#include "device/error.h"
#include "sim/mesh/gltf_numbers.h"
#include "sim/mesh/parse.h"

namespace raycloth {
namespace {

/// Pictures are nothing to us.
bool pass_over(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
  return true;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

tinygltf::Model load(const std::string& bytes, const std::string& name, const std::filesystem::path& folder) {
  check(bytes.size() < std::numeric_limits<unsigned>::max(), name + ": found more than 4 GiB, expected a glTF file");
  const auto size = static_cast<unsigned>(bytes.size());
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(pass_over, nullptr);
  tinygltf::Model model;
  std::string error, warning;
  const bool good =
      bytes.starts_with("glTF")
          ? loader.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes.data()),
                                        size, folder.string())
          : loader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, folder.string());
  check(good, name + ": not a readable glTF file: " + first_line(error.empty() ? warning : error));
  return model;
}

glm::dmat4 transform_of(const tinygltf::Node& node) {
  if (node.matrix.size() == 16) return glm::make_mat4(node.matrix.data());
  glm::dmat4 m(1);
  if (const auto& t = node.translation; t.size() == 3) m = glm::translate(m, glm::dvec3(t[0], t[1], t[2]));
  if (const auto& r = node.rotation; r.size() == 4)
    m *= glm::mat4_cast(glm::normalize(glm::dquat(r[3], r[0], r[1], r[2])));
  if (const auto& s = node.scale; s.size() == 3) m = glm::scale(m, glm::dvec3(s[0], s[1], s[2]));
  return m;
}

bool has_triangles(int mode) {
  return mode == TINYGLTF_MODE_TRIANGLES || mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
         mode == TINYGLTF_MODE_TRIANGLE_FAN || mode == -1;  // nothing said
}

/// Specification, section 3.7.2.1. Every other triangle of a strip is the other way round.
std::vector<std::array<size_t, 3>> triangles_of(int mode, const std::vector<size_t>& corners) {
  const bool strip = mode == TINYGLTF_MODE_TRIANGLE_STRIP, fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
  std::vector<std::array<size_t, 3>> triangles;
  for (size_t i = 2; i < corners.size(); i += strip || fan ? 1 : 3) {
    const size_t first = fan ? 0 : i - 2;
    const bool turned = strip && i % 2 == 1;
    triangles.push_back({corners[first], corners[turned ? i : i - 1], corners[turned ? i - 1 : i]});
  }
  return triangles;
}

/// Gathers the triangles of primitives as the nodes come.
class Gatherer {
 public:
  Gatherer(const tinygltf::Model& model, const std::string& name) : model_(model), name_(name) {}

  void add_scene() {
    for (const int node : roots()) add_node(node, glm::dmat4(1), 0);
    if (!has_colors_) parsed_.attrib.colors.clear();
  }
  ParsedMesh take() { return std::move(parsed_); }

 private:
  std::vector<int> roots() const {
    if (!model_.scenes.empty()) {
      const int shown = std::clamp(model_.defaultScene, 0, static_cast<int>(model_.scenes.size()) - 1);
      return model_.scenes[shown].nodes;
    }
    std::vector<bool> is_child(model_.nodes.size());
    for (const tinygltf::Node& node : model_.nodes)
      for (const int child : node.children)
        if (child >= 0 && child < static_cast<int>(is_child.size())) is_child[child] = true;
    std::vector<int> found;
    for (size_t i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) found.push_back(static_cast<int>(i));
    return found;
  }

  void add_node(int index, const glm::dmat4& above, size_t depth) {
    const std::string where = name_ + ": node " + std::to_string(index);
    check(index >= 0 && index < static_cast<int>(model_.nodes.size()), where + ": found no such node");
    check(depth <= model_.nodes.size(), where + ": found a node that is below itself, expected a tree");
    const tinygltf::Node& node = model_.nodes[index];
    const glm::dmat4 transform = above * transform_of(node);
    if (node.mesh >= 0) {
      check(node.mesh < static_cast<int>(model_.meshes.size()), where + ": found no mesh " + std::to_string(node.mesh));
      const tinygltf::Mesh& mesh = model_.meshes[node.mesh];
      for (size_t i = 0; i < mesh.primitives.size(); ++i) {
        where_ = name_ + ": mesh '" + mesh.name + "', primitive " + std::to_string(i);
        add_primitive(mesh.primitives[i], transform);
      }
    }
    for (const int child : node.children) add_node(child, transform, depth + 1);
  }

  void add_primitive(const tinygltf::Primitive& primitive, const glm::dmat4& transform) {
    if (!has_triangles(primitive.mode)) return;
    check(!primitive.extensions.count("KHR_draco_mesh_compression"),
          where_ + ": found Draco compression, expected plain numbers (export without compression)");
    const size_t first = parsed_.attrib.vertices.size() / 3;
    const size_t vertices = add_positions(primitive, transform);
    const bool has_uvs = add_texture_coordinates(primitive, vertices);
    add_colors(primitive, vertices);
    const bool mirrored = glm::determinant(transform) < 0;  // a mirror image turns triangles over
    tinyobj::shape_t shape;
    for (const auto& triangle : triangles_of(primitive.mode, corners_of(primitive, vertices))) {
      for (const int k : {0, mirrored ? 2 : 1, mirrored ? 1 : 2}) {
        const int vertex = static_cast<int>(first + triangle[k]);
        shape.mesh.indices.push_back({vertex, -1, has_uvs ? vertex : -1});
      }
      shape.mesh.num_face_vertices.push_back(3);
    }
    parsed_.shapes.push_back(std::move(shape));
  }

  std::optional<GltfNumbers> attribute(const tinygltf::Primitive& primitive, const char* key, int components,
                                       std::optional<size_t> count) const {
    const auto found = primitive.attributes.find(key);
    if (found == primitive.attributes.end()) return std::nullopt;
    const std::string where = where_ + ", " + key;
    GltfNumbers numbers(model_, found->second, where);
    check(numbers.components() >= components && numbers.count() == count.value_or(numbers.count()),
          where + ": found " + std::to_string(numbers.count()) + " elements of " +
              std::to_string(numbers.components()) + ", expected " + std::to_string(count.value_or(numbers.count())) +
              " of " + std::to_string(components));
    return numbers;
  }

  size_t add_positions(const tinygltf::Primitive& primitive, const glm::dmat4& transform) {
    const auto positions = attribute(primitive, "POSITION", 3, std::nullopt);
    check(positions.has_value(), where_ + ": found no POSITION, expected one");
    check(parsed_.attrib.vertices.size() / 3 + positions->count() < size_t{1} << 30,
          where_ + ": found too many vertices");
    for (size_t i = 0; i < positions->count(); ++i) {
      const glm::dvec4 place = transform * glm::dvec4(positions->at(i, 0), positions->at(i, 1), positions->at(i, 2), 1);
      for (int axis = 0; axis < 3; ++axis) {
        const auto value = static_cast<float>(place[axis]);
        check(std::isfinite(value), where_ + ", POSITION " + std::to_string(i) + ": found a number that is not finite");
        parsed_.attrib.vertices.push_back(value);
      }
    }
    return positions->count();
  }

  /// Their second coordinate runs down, an OBJ's up. Returns whether there are any.
  bool add_texture_coordinates(const tinygltf::Primitive& primitive, size_t vertices) {
    const auto uvs = attribute(primitive, "TEXCOORD_0", 2, vertices);
    for (size_t i = 0; i < vertices; ++i) {
      parsed_.attrib.texcoords.push_back(uvs ? static_cast<float>(uvs->at(i, 0)) : 0);
      parsed_.attrib.texcoords.push_back(uvs ? static_cast<float>(1 - uvs->at(i, 1)) : 0);
    }
    return uvs.has_value();
  }

  void add_colors(const tinygltf::Primitive& primitive, size_t vertices) {
    const auto colors = attribute(primitive, "COLOR_0", 3, vertices);
    has_colors_ &= colors.has_value();
    for (size_t i = 0; i < vertices; ++i)
      for (int k = 0; k < 3; ++k) parsed_.attrib.colors.push_back(colors ? static_cast<float>(colors->at(i, k)) : 0);
  }

  std::vector<size_t> corners_of(const tinygltf::Primitive& primitive, size_t vertices) const {
    std::vector<size_t> corners;
    if (primitive.indices < 0) {
      for (size_t i = 0; i < vertices; ++i) corners.push_back(i);
      return corners;
    }
    const GltfNumbers indices(model_, primitive.indices, where_ + ", indices");
    check(indices.whole(), where_ + ", indices: found fractions, expected whole numbers");
    for (size_t i = 0; i < indices.count(); ++i) {
      const double index = indices.at(i, 0);
      check(index >= 0 && index < static_cast<double>(vertices),
            where_ + ", index " + std::to_string(i) + ": found " + std::to_string(static_cast<long long>(index)) +
                ", expected one of " + std::to_string(vertices) + " vertices");
      corners.push_back(static_cast<size_t>(index));
    }
    return corners;
  }

  const tinygltf::Model& model_;
  const std::string& name_;
  std::string where_;  // the primitive at hand, for messages
  ParsedMesh parsed_;
  bool has_colors_ = true;
};

}  // namespace

ParsedMesh parse_gltf(const std::string& bytes, const std::string& name, const std::filesystem::path& folder) {
  const tinygltf::Model model = load(bytes, name, folder);
  Gatherer gatherer(model, name);
  gatherer.add_scene();
  return gatherer.take();
}

}  // namespace raycloth
