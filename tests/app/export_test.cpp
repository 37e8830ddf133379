// Exports that hold all frames in one file, read back by readers written here and held against the OBJ files of the
// same run; also of runs that were interrupted or killed.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "device/math.h"
#include "sim/mesh/mesh.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Points = std::vector<Vec3>;

/// Positions of all cloths, frame by frame, and their triangles, cloth by cloth counted from 0.
struct Animation {
  std::vector<Points> frames;
  std::vector<int> corners;
  std::vector<double> times;  // from the first
};

Animation read_objs(const fs::path& folder, int frames) {
  Animation animation;
  for (int frame = 1; frame <= frames; ++frame) {
    std::ifstream in(folder / ("frame_00000" + std::to_string(frame) + ".obj"));
    Points& points = animation.frames.emplace_back();
    int first = 1;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line.substr(1));
      Vec3 numbers;
      if (line[0] == 'o') first = static_cast<int>(points.size()) + 1;
      if (line[0] != 'v' && line[0] != 'f') continue;
      words >> numbers.x >> numbers.y >> numbers.z;
      if (line[0] == 'v') points.push_back(numbers);
      for (int k = 0; k < 3 && line[0] == 'f' && frame == 1; ++k)
        animation.corners.push_back(static_cast<int>(numbers[k]) - first);
    }
  }
  return animation;
}

void run_export(const fs::path& scene, const fs::path& target, int frames) {
  const Result result = run_program({"run", scene, "--frames", std::to_string(frames), "--export", target});
  ASSERT_EQ(result.code, 0) << result.err;
}

/// The numbers of a line like "1: [(0, 1, 2), (3, 4, 5)],", less those before the bracket.
std::vector<float> numbers_of(std::string line) {
  line = line.substr(line.find(" ["));
  for (char& c : line)
    if (c == '[' || c == ']' || c == '(' || c == ')' || c == ',') c = ' ';
  std::istringstream words(line);
  std::vector<float> numbers;
  for (float number; words >> number;) numbers.push_back(number);
  EXPECT_TRUE(words.eof()) << "something that is no number in " << line.substr(0, 80);
  return numbers;
}

/// Holds the braces of a .usda against each other, and returns what it animates; times in time codes.
Animation read_usda(const fs::path& file) {
  Animation animation;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "#usda 1.0");
  int depth = 0;
  size_t frame = 0;
  bool points = false;
  while (std::getline(in, line)) {
    depth += static_cast<int>(std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}'));
    if (line.find("timeSamples") != line.npos) {
      points = line.find("point3f[] points") != line.npos;
      frame = 0;
    } else if (line.find("faceVertexIndices") != line.npos) {
      for (const float corner : numbers_of(line)) animation.corners.push_back(static_cast<int>(corner));
    } else if (points && line.find(": [") != line.npos) {
      if (frame == animation.frames.size()) {
        animation.frames.emplace_back();
        animation.times.push_back(std::stod(line));
      }
      const std::vector<float> numbers = numbers_of(line);
      for (size_t i = 0; i + 2 < numbers.size(); i += 3)
        animation.frames[frame].push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
      ++frame;
    }
  }
  EXPECT_EQ(depth, 0) << "not closed";
  return animation;
}

template <class T>
T taken(const std::string& bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.substr(at, sizeof value).data(), sizeof value);
  return value;
}

struct Gltf {
  Json json;
  std::string buffer;
};

Gltf read_glb(const fs::path& file) {
  const std::string bytes = read_text(file);
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(taken<uint32_t>(bytes, 4), 2u);
  EXPECT_EQ(taken<uint32_t>(bytes, 8), bytes.size());
  const auto text = taken<uint32_t>(bytes, 12), buffer = taken<uint32_t>(bytes, 20 + text);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  EXPECT_EQ(bytes.substr(24 + text, 4), std::string("BIN\0", 4));
  EXPECT_EQ(text % 4, 0u);
  EXPECT_EQ(28 + text + buffer, bytes.size());
  return {Json::parse(bytes.substr(20, text)), bytes.substr(28 + text)};
}

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<uint32_t>(digits.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

Gltf read_gltf(const fs::path& file) {
  Gltf gltf{Json::parse(read_text(file)), ""};
  const std::string uri = gltf.json["buffers"][0]["uri"];
  gltf.buffer = from_base64(uri.substr(uri.find(',') + 1));
  EXPECT_EQ(gltf.json["buffers"][0]["byteLength"], gltf.buffer.size());
  return gltf;
}

template <class T>
std::vector<T> elements(const Gltf& gltf, int index) {
  const Json accessor = gltf.json["accessors"][index],
             view = gltf.json["bufferViews"][accessor["bufferView"].get<int>()];
  const size_t at = view["byteOffset"].get<size_t>() + accessor["byteOffset"].get<size_t>();
  const size_t count = accessor["count"];
  EXPECT_LE(accessor["byteOffset"].get<size_t>() + count * sizeof(T), view["byteLength"].get<size_t>());
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = taken<T>(gltf.buffer, at + i * sizeof(T));
  return values;
}

/// Plays the animation at its own times, by the specification's rule: the mesh, and its targets by their weights.
Animation play(const Gltf& gltf) {
  Animation animation;
  const Json sampler = gltf.json["animations"][0]["samplers"][0];
  const std::vector<float> times = elements<float>(gltf, sampler["input"]);
  const std::vector<float> weights = elements<float>(gltf, sampler["output"]);
  animation.times.assign(times.begin(), times.end());
  animation.frames.resize(times.size());
  EXPECT_EQ(gltf.json["animations"][0]["channels"].size(), gltf.json["nodes"].size());
  for (const Json& mesh : gltf.json["meshes"]) {
    const Json primitive = mesh["primitives"][0];
    for (const uint32_t corner : elements<uint32_t>(gltf, primitive["indices"]))
      animation.corners.push_back(static_cast<int>(corner));
    const size_t targets = primitive["targets"].size();
    EXPECT_EQ(weights.size(), targets * times.size());
    for (size_t frame = 0; frame < times.size(); ++frame) {
      Points points = elements<Vec3>(gltf, primitive["attributes"]["POSITION"]);
      for (size_t target = 0; target < targets; ++target) {
        const Points moved = elements<Vec3>(gltf, primitive["targets"][target]["POSITION"]);
        for (size_t i = 0; i < points.size(); ++i) points[i] += weights[frame * targets + target] * moved[i];
      }
      animation.frames[frame].insert(animation.frames[frame].end(), points.begin(), points.end());
    }
  }
  return animation;
}

void expect_same(const Animation& found, const Animation& expected, float within) {
  EXPECT_EQ(found.corners, expected.corners);
  ASSERT_EQ(found.frames.size(), expected.frames.size());
  for (size_t frame = 0; frame < found.frames.size(); ++frame) {
    ASSERT_EQ(found.frames[frame].size(), expected.frames[frame].size());
    for (size_t i = 0; i < found.frames[frame].size(); ++i)
      EXPECT_LE(glm::distance(found.frames[frame][i], expected.frames[frame][i]), within) << frame << ", " << i;
  }
}

constexpr int kFrames = 5;  // not a power of two: the last is only in the file that the end of the run writes
constexpr float kRounding = 3e-7f;

TEST(Export, UsdHoldsEveryFrameOfEveryCloth) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  run_export(scene, folder / "c.usda", kFrames);
  run_export(scene, folder / "obj", kFrames);
  const Animation found = read_usda(folder / "c.usda");
  expect_same(found, read_objs(folder / "obj", kFrames), 0);
  EXPECT_EQ(found.times, (std::vector<double>{1, 2, 3, 4, 5}));
}

TEST(Export, GltfPlaysEveryFrameOfEveryCloth) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  run_export(scene, folder / "obj", kFrames);
  const Animation expected = read_objs(folder / "obj", kFrames);
  run_export(scene, folder / "c.glb", kFrames);
  run_export(scene, folder / "c.gltf", kFrames);
  const Gltf binary = read_glb(folder / "c.glb"), text = read_gltf(folder / "c.gltf");
  EXPECT_EQ(binary.buffer, text.buffer);
  const Animation played = play(binary);
  expect_same(played, expected, kRounding);
  for (int frame = 0; frame < kFrames; ++frame) EXPECT_NEAR(played.times[frame], frame / 60.0, 1e-6);
}

TEST(Export, GltfTellsTheRangeOfPositionsAndUnitNormals) {
  const Folder folder;
  run_export(write_small_scene(folder), folder / "c.glb", 2);
  const Gltf gltf = read_glb(folder / "c.glb");
  for (const Json& mesh : gltf.json["meshes"]) {
    const Json primitive = mesh["primitives"][0];
    for (const Json& attributes : {primitive["attributes"], primitive["targets"][0]}) {
      Vec3 low(1e9f), high(-1e9f);
      for (const Vec3& p : elements<Vec3>(gltf, attributes["POSITION"])) {
        low = glm::min(low, p);
        high = glm::max(high, p);
      }
      const Json accessor = gltf.json["accessors"][attributes["POSITION"].get<int>()];
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(accessor["min"][axis], low[axis]);
        EXPECT_EQ(accessor["max"][axis], high[axis]);
      }
    }
    for (const Vec3& n : elements<Vec3>(gltf, primitive["attributes"]["NORMAL"])) EXPECT_NEAR(glm::length(n), 1, 1e-5);
  }
}

TEST(Export, OneFrameIsAMeshThatDoesNotMove) {
  const Folder folder;
  run_export(write_small_scene(folder), folder / "c.glb", 1);
  const Gltf gltf = read_glb(folder / "c.glb");
  EXPECT_FALSE(gltf.json.contains("animations"));
  EXPECT_FALSE(gltf.json["meshes"][0]["primitives"][0].contains("targets"));
  EXPECT_EQ(gltf.json["nodes"].size(), 2u);
}

TEST(Export, AFileNamesThoseOfItsFrames) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  run_export(scene, folder / "sail.PLY", 2);
  run_export(scene, folder / "sail.pc2", 2);
  EXPECT_TRUE(fs::exists(folder / "sail_000002.PLY"));
  EXPECT_TRUE(fs::exists(folder / "sail_flag.pc2"));
  EXPECT_TRUE(fs::exists(folder / "sail_small_towel.pc2"));
  EXPECT_EQ(run_program({"run", scene, "--frames", "1", "--export", folder / "deep", "--format", "glb"}).code, 0);
  EXPECT_TRUE(fs::exists(folder / "deep" / "small.glb"));
}

// Out and in again: the first frame, in the source's order, to the bit.
TEST(Export, GltfComesBackAsTheMeshThatAnObjIs) {
  const Folder folder;
  std::ofstream(folder / "one.json") << R"({"objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.4, 0.3], "cells": [6, 4]}, "translate": [0, 1, 0]}]})";
  run_export(folder / "one.json", folder / "c.glb", 2);
  run_export(folder / "one.json", folder / "c.gltf", 2);
  run_export(folder / "one.json", folder / "c.obj", 1);
  std::vector<std::string> warnings;
  const Mesh obj = load_mesh(folder / "c_000001.obj", warnings);
  for (const char* name : {"c.glb", "c.gltf"}) {
    const Mesh mesh = load_mesh(folder / name, warnings);
    EXPECT_EQ(mesh.positions, obj.positions) << name;
    EXPECT_EQ(mesh.triangles, obj.triangles) << name;
    EXPECT_EQ(mesh.file_vertices, obj.file_vertices) << name;
  }
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(run_program({"run", folder / "c.glb", "--as", "cloth", "--frames", "1"}).code, 0);
}

// Runs for hours unless ended. A killed run's file may lack up to half of what was done, and lacks no more.
TEST(Export, AnInterruptedOrKilledRunLeavesWholeFiles) {
  for (int signal : {SIGINT, SIGKILL}) {
    for (const char* name : {"c.usda", "c.glb"}) {
      const Folder folder;
      const Interruption interruption{folder / "t.csv", 3000, signal};
      const Result result = run_program({"run", write_small_scene(folder), "--frames", "100000000", "--timings",
                                         folder / "t.csv", "--export", folder / name},
                                        &interruption);
      EXPECT_EQ(result.code, signal == SIGINT ? 130 : 128 + SIGKILL) << result.err;
      const bool usd = std::string(name) == "c.usda";
      const Animation found = usd ? read_usda(folder / name) : play(read_glb(folder / name));
      const size_t done = line_count(read_text(folder / "t.csv")) - 8u;  // under seven comments and the names
      if (signal == SIGINT) {
        EXPECT_EQ(found.frames.size(), done) << name;
      } else {
        EXPECT_GT(2 * found.frames.size() + 1, done) << name;
      }
      int left = 0;
      for (const auto& entry : fs::directory_iterator(folder.path())) left += entry.path().extension() != ".part";
      EXPECT_EQ(left, 3) << "scene, timings and export: spools vanish";
    }
  }
}

}  // namespace
}  // namespace raycloth::test
