// Meshes read from glTF files that are written here, number by number.
#include <gtest/gtest.h>
#include "sim/scene/scene.h"
#include "tests/sim/gltf_writer.h"

namespace raycloth {
namespace {

using Gltf = GltfWriter;

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

TEST_F(Gltf, MorphTargetsAreInAsFarAsTheFileSays) {
  add_square();
  add<float>({0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 8}, 5126, "VEC3", 4);
  const std::string primitive = R"("primitives": [{"attributes": {"POSITION": 0}, "indices": 1,
                                                   "targets": [{"POSITION": 2}]}])";
  const auto heights = [&](const std::string& node, const std::string& mesh) {
    const Mesh read = load(write_glb(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0)" + node +
                                     R"(}], "meshes": [{)" + mesh + primitive + "}]"));
    return std::pair(read.positions[2].z, read.positions[3].z);
  };
  EXPECT_EQ(heights("", ""), std::pair(0.0f, 0.0f));
  EXPECT_EQ(heights("", R"("weights": [0.5], )"), std::pair(2.0f, 4.0f));
  EXPECT_EQ(heights(R"(, "weights": [0.25])", R"("weights": [0.5], )"), std::pair(1.0f, 2.0f)) << "the node's count";
}

// Of four places, two are said and the others are zeros; of a buffer view's numbers, one is replaced.
TEST_F(Gltf, SparseNumbersAreReadAsIfAllWereThere) {
  add_square();
  add<uint8_t>({1, 2}, 5121, "SCALAR", 2);
  add<float>({1, 0, 0, 1, 1, 0}, 5126, "VEC3", 2);
  add<uint16_t>({3}, 5123, "SCALAR", 1);
  add<float>({0, 2, 0}, 5126, "VEC3", 1);
  const auto sparse = [](const std::string& view, int count, int places, int type, int values) {
    return R"(, {)" + view + R"("componentType": 5126, "type": "VEC3", "count": 4, "sparse": {"count": )" +
           std::to_string(count) + R"(, "indices": {"bufferView": )" + std::to_string(places) +
           R"(, "componentType": )" + std::to_string(type) + R"(}, "values": {"bufferView": )" +
           std::to_string(values) + "}}}";
  };
  list_ += sparse("", 2, 2, 5121, 3) + sparse(R"("bufferView": 0, )", 1, 4, 5123, 5) + sparse("", 2, 1, 5123, 3);
  const auto with = [&](int positions) {
    return write_glb(kOneNode + R"("meshes": [{"name": "m", "primitives": [{"attributes": {"POSITION": )" +
                     std::to_string(positions) + R"(}, "indices": 1}]}])");
  };
  EXPECT_EQ(load(with(6)).positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
  EXPECT_EQ(load(with(7)).positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 2, 0}}));
  list_.replace(list_.rfind(R"("count": 4)"), 10, R"("count": 1)");  // where the indices say 0 and 1
  EXPECT_NE(refusal(with(8)).find("POSITION, sparse index 1: found 1, expected one of 1 elements"), std::string::npos)
      << refusal(with(8));
}

TEST_F(Gltf, ASkinIsToldAndNotFollowed) {
  add_square();
  const fs::path file = write_glb(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "skin": 0}, {}],
                                     "skins": [{"joints": [1]}], )" +
                                  kSquare);
  EXPECT_EQ(load(file).positions.size(), 4u);
  EXPECT_EQ(warnings_, (std::vector<std::string>{file.string() +
                                                 ": found a skin, which is not followed: bones move nothing here"}));
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
