// glTF files written number by number, for the tests of their readers.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "device/error.h"
#include "sim/mesh/mesh.h"

namespace raycloth {

namespace fs = std::filesystem;

class GltfWriter : public testing::Test {
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

inline const std::string kSquare =
    R"("meshes": [{"name": "square", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}])";
inline const std::string kOneNode = R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], )";

}  // namespace raycloth
