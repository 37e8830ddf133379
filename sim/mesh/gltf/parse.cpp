// Reading glTF 2.0: the mesh that its scene shows at rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "device/error.h"
#include "sim/mesh/gltf/model.h"
#include "sim/mesh/gltf/parse.h"

namespace raycloth {
namespace {

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
  explicit Gatherer(const tinygltf::Model& model) : model_(model) {}

  ParsedMesh gather(const std::string& name) {
    const GltfPose pose = rest_pose(model_);
    bool skinned = false;
    for (const PlacedPrimitive& placed : placed_primitives(model_, pose, name)) {
      add_primitive(placed, pose[placed.nodes.back()].weights);
      skinned |= model_.nodes[placed.nodes.back()].skin >= 0;
    }
    if (!has_colors_) parsed_.attrib.colors.clear();
    if (skinned) parsed_.warnings.push_back(name + ": found a skin, which is not followed: bones move nothing here");
    return std::move(parsed_);
  }

 private:
  void add_primitive(const PlacedPrimitive& placed, const std::vector<double>& weights) {
    const tinygltf::Primitive& primitive = *placed.primitive;
    where_ = placed.where;
    check(!primitive.extensions.count("KHR_draco_mesh_compression"),
          where_ + ": found Draco compression, expected plain numbers (export without compression)");
    const size_t first = parsed_.attrib.vertices.size() / 3;
    const size_t vertices = add_gltf_positions(model_, placed, weights, parsed_.attrib.vertices);
    const bool has_uvs = add_texture_coordinates(primitive, vertices);
    add_colors(primitive, vertices);
    const bool mirrored = glm::determinant(placed.transform) < 0;  // a mirror image turns triangles over
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

  /// Their second coordinate runs down, an OBJ's up. Returns whether there are any.
  bool add_texture_coordinates(const tinygltf::Primitive& primitive, size_t vertices) {
    const auto uvs = gltf_attribute(model_, primitive.attributes, "TEXCOORD_0", 2, vertices, where_);
    for (size_t i = 0; i < vertices; ++i) {
      parsed_.attrib.texcoords.push_back(uvs ? static_cast<float>(uvs->at(i, 0)) : 0);
      parsed_.attrib.texcoords.push_back(uvs ? static_cast<float>(1 - uvs->at(i, 1)) : 0);
    }
    return uvs.has_value();
  }

  void add_colors(const tinygltf::Primitive& primitive, size_t vertices) {
    const auto colors = gltf_attribute(model_, primitive.attributes, "COLOR_0", 3, vertices, where_);
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
  std::string where_;  // the primitive at hand, for messages
  ParsedMesh parsed_;
  bool has_colors_ = true;
};

}  // namespace

ParsedMesh mesh_of(const tinygltf::Model& model, const std::string& name) { return Gatherer(model).gather(name); }

ParsedMesh parse_gltf(const std::string& bytes, const std::string& name, const std::filesystem::path& folder) {
  return mesh_of(load_gltf(bytes, name, folder), name);
}

}  // namespace raycloth
