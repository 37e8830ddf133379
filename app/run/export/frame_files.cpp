// OBJ and PLY: a file a frame.
#include <bit>
#include <cstdint>
#include <cstdio>

#include "app/run/export/formats.h"
#include "app/run/output/whole_file.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "PLY is written as little-endian");

std::string obj_text(const ExportedCloths& cloths, std::span<const Vec4> positions) {
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

std::string ply_bytes(const ExportedCloths& cloths, std::span<const Vec4> positions) {
  size_t vertices = 0, triangles = 0;
  for (const ExportedCloth& cloth : cloths) {
    vertices += cloth.vertices.size();
    triangles += cloth.triangles.size();
  }
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment raycloth, metres, y up\n";
  bytes += "element vertex " + std::to_string(vertices) + "\nproperty float x\nproperty float y\nproperty float z\n";
  bytes += "element face " + std::to_string(triangles) + "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const ExportedCloth& cloth : cloths) {
    for (int v : cloth.vertices) append_vector(bytes, Vec3(positions[v]));
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

/// In a folder frame_000001.obj, frame_000002.obj, ...; of a file sail.obj sail_000001.obj and so on.
class FrameFiles : public MeshExporter {
 public:
  FrameFiles(const ExportPlan& plan, ExportedCloths cloths) : plan_(plan), cloths_(std::move(cloths)) {}

  void add_frame(const ExportedFrame& frame) override {
    WholeFile file(name_of(frame.number));
    const auto encode = plan_.target.format == ExportFormat::obj ? obj_text : ply_bytes;
    const std::string bytes = encode(cloths_, frame.positions);
    file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.commit();
  }

 private:
  fs::path name_of(long long frame) const {
    const ExportTarget& target = plan_.target;
    if (!target.is_folder && plan_.one_frame) return target.path;
    char number[32];
    std::snprintf(number, sizeof number, "_%06lld", frame);
    const char* ending = target.format == ExportFormat::obj ? ".obj" : ".ply";
    return with_suffix(target.is_folder ? target.path / (std::string("frame") + ending) : target.path, number);
  }

  ExportPlan plan_;
  ExportedCloths cloths_;
};

}  // namespace

std::unique_ptr<MeshExporter> make_frame_files(const ExportPlan& plan, ExportedCloths cloths) {
  return std::make_unique<FrameFiles>(plan, std::move(cloths));
}

}  // namespace raycloth
