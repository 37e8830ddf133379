// Meshes read from glTF files that are written here, number by number.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "device/error.h"
#include "sim/mesh/mesh.h"
#include "sim/scene/scene.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class Gltf : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("raycloth-gltf-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Each accessor's numbers in a view of their own, four bytes apart from the next.
  template <class T>
  int add(const std::vector<T>& numbers, int component, const std::string& type, size_t count,
          const std::string& more = "") {
    const std::string at = std::to_string(buffer_.size()), bytes = std::to_string(numbers.size() * sizeof(T));
    views_ += (accessors_ ? ", " : "") + std::string(R"({"buffer": 0, "byteOffset": )") + at + R"(, "byteLength": )" +
              bytes + "}";
    list_ += (accessors_ ? ", " : "") + std::string(R"({"bufferView": )") + std::to_string(accessors_) +
             R"(, "componentType": )" + std::to_string(component) + R"(, "type": ")" + type + R"(", "count": )" +
             std::to_string(count) + more + "}";
    buffer_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
    buffer_.resize((buffer_.size() + 3) / 4 * 4 + 4);
    return accessors_++;
  }
  void add_square() {
    add<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, 5126, "VEC3", 4);
    add<uint16_t>({0, 1, 2, 0, 2, 3}, 5123, "SCALAR", 6);
  }

  std::string json(const std::string& parts, const std::string& uri = "") {
    return R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": )" + std::to_string(buffer_.size()) + uri +
           R"(}], "bufferViews": [)" + views_ + R"(], "accessors": [)" + list_ + "], " + parts + "}";
  }
  fs::path write_glb(const std::string& parts) {
    std::string text = json(parts);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const fs::path file = folder_ / "m.glb";
    std::ofstream out(file, std::ios::binary);
    const auto number = [&](size_t value) {
      const auto bits = static_cast<uint32_t>(value);
      out.write(reinterpret_cast<const char*>(&bits), sizeof bits);
    };
    out << "glTF";
    number(2);
    number(28 + text.size() + buffer_.size());
    number(text.size());
    out << "JSON" << text;
    number(buffer_.size());
    out << std::string("BIN\0", 4) << buffer_;
    return file;
  }
  fs::path write_gltf(const std::string& parts) {
    std::ofstream(folder_ / "m.bin", std::ios::binary) << buffer_;
    std::ofstream(folder_ / "m.gltf") << json(parts, R"(, "uri": "m.bin")");
    return folder_ / "m.gltf";
  }
  Mesh load(const fs::path& file) { return load_mesh(file, warnings_); }

  /// The message with which the file is refused.
  std::string refusal(const fs::path& file) {
    try {
      load(file);
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  }

  fs::path folder_;
  std::vector<std::string> warnings_;
  std::string buffer_, views_, list_;
  int accessors_ = 0;
};

const std::string kSquare =
    R"("meshes": [{"name": "square", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}])";
const std::string kOneNode = R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], )";

TEST_F(Gltf, TextAndBinaryHoldTheSameMesh) {
  add_square();
  const Mesh binary = load(write_glb(kOneNode + kSquare)), text = load(write_gltf(kOneNode + kSquare));
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(binary.positions, corners);
  EXPECT_EQ(binary.triangles, (std::vector<Int3>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(text.positions, binary.positions);
  EXPECT_EQ(text.triangles, binary.triangles);
  EXPECT_EQ(binary.file_vertices, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(binary.file_size, 4);
  EXPECT_EQ(binary.source, "m.glb");
  EXPECT_TRUE(warnings_.empty());
}

// A node below a node: the square, twice as large and a quarter turn about y, then moved; and the same mesh in a
// mirror.
TEST_F(Gltf, NodesPlaceTheirMeshes) {
  add_square();
  const Mesh mesh = load(write_glb(
      R"("scene": 1, "scenes": [{"nodes": []}, {"nodes": [0, 2]}], "nodes": [
        {"translation": [10, 0, 0], "children": [1]},
        {"mesh": 0, "rotation": [0, 0.70710678, 0, 0.70710678], "scale": [2, 2, 2]},
        {"mesh": 0, "matrix": [-1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  0, 0, 5, 1]}], )" +
      kSquare));
  const std::vector<Vec3> expected = {{10, 0, 0}, {10, 0, -2}, {10, 2, -2}, {10, 2, 0},
                                      {0, 0, 5},  {-1, 1, 5},  {-1, 0, 5},  {0, 1, 5}};  // as the faces come
  ASSERT_EQ(mesh.positions.size(), 8u);
  for (size_t i = 0; i < 8; ++i) EXPECT_LT(glm::distance(mesh.positions[i], expected[i]), 1e-5f) << i;
  const auto normal = [&](int t) {
    const Int3 c = mesh.triangles[t];
    return glm::cross(mesh.positions[c.y] - mesh.positions[c.x], mesh.positions[c.z] - mesh.positions[c.x]);
  };
  EXPECT_GT(normal(0).x, 0) << "z turned towards x";
  EXPECT_GT(normal(2).z, 0) << "still counter-clockwise from +z, where the mirror would show its back";
}

TEST_F(Gltf, PrimitivesThatShareAnEdgeAreOneSurface) {
  add_square();
  add<float>({1, 0, 0, 2, 0, 0, 1, 1, 0}, 5126, "VEC3", 3);  // no indices: one triangle
  const Mesh mesh =
      load(write_glb(kOneNode + R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1},
                                               {"attributes": {"POSITION": 2}}]}])"));
  EXPECT_EQ(mesh.positions.size(), 5u);
  EXPECT_EQ(mesh.triangles.size(), 3u);
  EXPECT_EQ(mesh.file_vertices.back(), 5) << "counted on from the first primitive's four";
  EXPECT_EQ(inspect(mesh).components, 1);
}

TEST_F(Gltf, StripsAndFansFaceOneWay) {
  add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0}, 5126, "VEC3", 5);
  const auto faces = [&](int mode) {
    return load(write_glb(kOneNode + R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": )" +
                          std::to_string(mode) + "}]}]"))
        .triangles;
  };
  EXPECT_EQ(faces(5), (std::vector<Int3>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  EXPECT_EQ(faces(6), (std::vector<Int3>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST_F(Gltf, NumbersMayBeWholeAndHaveTextureCoordinatesAndColours) {
  add<int16_t>({0, 0, 0, 0, 32767, 0, 0, 0, 0, -32767, 0, 0}, 5122, "VEC3", 3, R"(, "normalized": true)");
  add<uint8_t>({2, 1, 0}, 5121, "SCALAR", 3);
  add<float>({0, 0, 1, 0, 0, 0.25f}, 5126, "VEC2", 3);
  add<uint8_t>({255, 0, 51, 255, 0, 0, 0, 255, 0, 0, 0, 255}, 5121, "VEC4", 3, R"(, "normalized": true)");
  views_.replace(views_.find('}'), 1, R"(, "byteStride": 8})");  // positions lie eight bytes apart
  const Mesh mesh = load(write_glb(kOneNode + R"("meshes": [{"primitives": [{"attributes":
      {"POSITION": 0, "TEXCOORD_0": 2, "COLOR_0": 3}, "indices": 1}]}])"));
  EXPECT_EQ(mesh.positions, (std::vector<Vec3>{{0, -1, 0}, {1, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(mesh.uvs, (std::vector<Vec2>{{0, 0.75f}, {1, 1}, {0, 1}})) << "upwards, as in an OBJ";
  ASSERT_EQ(mesh.colors.size(), 3u);
  EXPECT_LT(glm::distance(mesh.colors[2], Vec3(1, 0, 0.2f)), 1e-6f);
}

TEST_F(Gltf, WhatDoesNotFitIsRefusedWithItsPlace) {
  add_square();
  add<float>({0, 0, 0, 1, 0, 0, 1, NAN, 0}, 5126, "VEC3", 3);
  add<uint16_t>({0, 1, 4}, 5123, "SCALAR", 3);
  add<float>({0, 0, 0}, 5126, "VEC3", 3);     // of one element, not of three
  add<float>({0, 0, 1, 1}, 5126, "VEC2", 2);  // for four vertices
  const auto refused = [&](const std::string& primitive) {
    return refusal(write_glb(kOneNode + R"("meshes": [{"name": "m", "primitives": [{)" + primitive + "}]}]"));
  };
  const std::string at = (folder_ / "m.glb").string() + ": mesh 'm', primitive 0";
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 0}, "indices": 3)"),
            at + ", index 2: found 4, expected one of 4 vertices");
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 2})"), at + ", POSITION 2: found a number that is not finite");
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 4})"), at + ", POSITION: found fewer bytes than 3 elements need");
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 0, "TEXCOORD_0": 5}, "indices": 1)"),
            at + ", TEXCOORD_0: found 2 elements of 2, expected 4 of 2");
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 77})"), at + ", POSITION: found no such accessor");
  EXPECT_EQ(refused(R"("attributes": {"NORMAL": 0})"), at + ": found no POSITION, expected one");
  EXPECT_EQ(refused(R"("attributes": {"POSITION": 0}, "mode": 1)"),
            (folder_ / "m.glb").string() + ": found no faces, expected at least one triangle");
  EXPECT_NE(refused(R"("attributes": {"POSITION": 0}, "extensions": {"KHR_draco_mesh_compression": {}})").find("Draco"),
            std::string::npos);
  EXPECT_NE(refusal(write_glb(R"("scenes": [{"nodes": [0]}], "nodes": [{"children": [0]}])")).find("below itself"),
            std::string::npos);
  std::ofstream(folder_ / "m.glb") << "glTF, but no more";
  EXPECT_NE(refusal(folder_ / "m.glb").find("m.glb: not a readable glTF file"), std::string::npos);
  EXPECT_NE(refusal(folder_ / "none.gltf").find("none.gltf: no such file"), std::string::npos);
}

TEST_F(Gltf, ItIsClothAndObstacleInAScene) {
  add_square();
  write_glb(kOneNode + kSquare);
  std::ofstream(folder_ / "s.json") << R"({"objects": [
    {"name": "sail", "kind": "cloth", "mesh": "m.glb", "scale": 0.5},
    {"name": "wall", "kind": "shell", "mesh": "m.glb", "translate": [0, 0, 1]}]})";
  const Scene scene = load_scene({folder_ / "s.json"});
  EXPECT_EQ(scene.objects[0].mesh.positions[2], Vec3(0.5f, 0.5f, 0));
  EXPECT_EQ(scene.objects[1].mesh.positions[2], Vec3(1, 1, 1));
  EXPECT_EQ(load_scene({folder_ / "m.glb"}, LoneMesh::cloth).objects[0].kind, ObjectKind::cloth);
}

}  // namespace
}  // namespace raycloth
