#include "app/run/output/mesh_export.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>

#include "app/run/output/whole_file.h"
#include "device/error.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "PLY and PC2 are written as little-endian");

std::vector<ExportedCloth> exported_cloths(const Scene& scene, const Model& model) {
  std::vector<ExportedCloth> cloths;
  for (size_t i = 0; i < model.objects.size(); ++i) {
    const ModelObject& object = model.objects[i];
    if (object.kind != ObjectKind::cloth) continue;
    ExportedCloth cloth{object.name, std::vector<int>(object.vertices.size()), scene.objects[i].mesh.triangles};
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) cloth.vertices.at(model.source_vertex[v]) = v;
    cloths.push_back(std::move(cloth));
  }
  return cloths;
}

/// Nine digits bring a float back to the same bits; to_chars needs fewer and minds no locale.
void append_number(std::string& text, float value) {
  std::array<char, 24> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

template <class T>
void append_bytes(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_point(std::string& bytes, Vec4 position) {
  append_bytes(bytes, position.x);
  append_bytes(bytes, position.y);
  append_bytes(bytes, position.z);
}

std::string obj_text(const std::vector<ExportedCloth>& cloths, std::span<const Vec4> positions) {
  std::string text = "# raycloth, metres, y up\n";
  int first = 1;  // OBJ counts from 1, through all objects
  for (const ExportedCloth& cloth : cloths) {
    text += "o " + cloth.name + "\n";
    for (int v : cloth.vertices) {
      text += 'v';
      for (int axis = 0; axis < 3; ++axis) append_number(text += ' ', positions[v][axis]);
      text += '\n';
    }
    for (const Int3& t : cloth.triangles) {
      text += "f " + std::to_string(first + t.x) + ' ' + std::to_string(first + t.y) + ' ' +
              std::to_string(first + t.z) + '\n';
    }
    first += static_cast<int>(cloth.vertices.size());
  }
  return text;
}

std::string ply_bytes(const std::vector<ExportedCloth>& cloths, std::span<const Vec4> positions) {
  size_t vertices = 0, triangles = 0;
  for (const ExportedCloth& cloth : cloths) {
    vertices += cloth.vertices.size();
    triangles += cloth.triangles.size();
  }
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment raycloth, metres, y up\n";
  bytes += "element vertex " + std::to_string(vertices) + "\nproperty float x\nproperty float y\nproperty float z\n";
  bytes += "element face " + std::to_string(triangles) + "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const ExportedCloth& cloth : cloths) {
    for (int v : cloth.vertices) append_point(bytes, positions[v]);
  }
  int32_t first = 0;
  for (const ExportedCloth& cloth : cloths) {
    for (const Int3& t : cloth.triangles) {
      append_bytes(bytes, uint8_t{3});
      for (int corner = 0; corner < 3; ++corner) append_bytes(bytes, int32_t{first + t[corner]});
    }
    first += static_cast<int32_t>(cloth.vertices.size());
  }
  return bytes;
}

/// OBJ and PLY: frame_000001.obj, frame_000002.obj, ...
class FrameFiles : public MeshExporter {
 public:
  using Encoder = std::string (*)(const std::vector<ExportedCloth>&, std::span<const Vec4>);

  FrameFiles(fs::path folder, std::string extension, Encoder encode, std::vector<ExportedCloth> cloths)
      : folder_(std::move(folder)), extension_(std::move(extension)), encode_(encode), cloths_(std::move(cloths)) {}

  void add_frame(long long frame, std::span<const Vec4> positions) override {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%06lld", frame);
    WholeFile file(folder_ / (name + extension_));
    const std::string bytes = encode_(cloths_, positions);
    file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.commit();
  }

 private:
  fs::path folder_;
  std::string extension_;
  Encoder encode_;
  std::vector<ExportedCloth> cloths_;
};

/// The head of a PC2 point cache, as it stands in the file.
struct Pc2Header {
  char magic[12] = "POINTCACHE2";
  int32_t version = 1;
  int32_t points = 0;
  float start_frame = 1;
  float sample_rate = 1;  // samples a frame
  int32_t samples = 0;
};
static_assert(sizeof(Pc2Header) == 32);

/// One cloth's point cache. The count in the header is raised after the sample it counts has reached the
/// file, so that it never promises more than there is.
class Pc2File {
 public:
  Pc2File(const fs::path& path, ExportedCloth cloth) : path_(path), cloth_(std::move(cloth)) {
    out_.open(path, std::ios::binary | std::ios::trunc);
    header_.points = static_cast<int32_t>(cloth_.vertices.size());
    write_header();
    check(out_.good(), path.string() + ": cannot be written");
  }

  void add_sample(std::span<const Vec4> positions) {
    std::string bytes;
    for (int v : cloth_.vertices) append_point(bytes, positions[v]);
    out_.seekp(0, std::ios::end);
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    ++header_.samples;
    if (out_.good()) write_header();
    if (!out_.good()) throw std::runtime_error(path_.string() + ": writing failed (disk full?)");
  }

 private:
  void write_header() {
    out_.seekp(0);
    out_.write(reinterpret_cast<const char*>(&header_), sizeof header_).flush();
  }

  fs::path path_;
  ExportedCloth cloth_;
  Pc2Header header_;
  std::ofstream out_;
};

/// A file name made from an object's: letters, digits, dash and underscore stay, and no two are the same.
std::string file_name(std::string name, std::set<std::string>& taken) {
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '-' && c != '_') c = '_';
  }
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

class PointCaches : public MeshExporter {
 public:
  PointCaches(const fs::path& folder, std::vector<ExportedCloth> cloths) {
    std::set<std::string> taken;
    for (ExportedCloth& cloth : cloths) {
      const std::string name = file_name(cloth.name, taken) + ".pc2";
      files_.push_back(std::make_unique<Pc2File>(folder / name, std::move(cloth)));
    }
  }

  void add_frame(long long, std::span<const Vec4> positions) override {
    for (auto& file : files_) file->add_sample(positions);
  }

 private:
  std::vector<std::unique_ptr<Pc2File>> files_;
};

void prepare_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  check(!error && fs::is_directory(folder), folder.string() + ": cannot be made a folder (" + error.message() + ")");
  WholeFile probe(folder / "frame");  // throws when nothing can be written there
}

}  // namespace

std::unique_ptr<MeshExporter> make_exporter(ExportFormat format, const fs::path& folder, const Scene& scene,
                                            const Model& model) {
  std::vector<ExportedCloth> cloths = exported_cloths(scene, model);
  check(!cloths.empty(), scene.path.string() + ": has no cloth to export");
  prepare_folder(folder);
  switch (format) {
    case ExportFormat::obj:
      return std::make_unique<FrameFiles>(folder, ".obj", obj_text, std::move(cloths));
    case ExportFormat::ply:
      return std::make_unique<FrameFiles>(folder, ".ply", ply_bytes, std::move(cloths));
    case ExportFormat::pc2:
      break;
  }
  return std::make_unique<PointCaches>(folder, std::move(cloths));
}

}  // namespace raycloth
