// glTF 2.0: a mesh a cloth. Every frame after the first is a morph target, a difference to the first; an animation lets
// one after the other in, and between two frames it is linear. The text form has its numbers in itself, as base64.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "app/run/export/formats.h"
#include "app/run/export/spool.h"
#include "app/run/output/base64.h"
#include "app/run/output/whole_file.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little, "glTF is written as little-endian");

constexpr int kFloat = 5126, kUnsigned = 5125;               // component types
constexpr int kArrayBuffer = 34962, kElementBuffer = 34963;  // what a view is for
constexpr uint64_t kMostBytes = 0xFFFFFF00u;                 // a .glb has 32 bits for its length

struct Range {
  Vec3 min{0}, max{0};
};

/// `of_all` for the cloth's vertices, less what `base` holds, which may be empty.
std::vector<Vec3> differences(const ExportedCloth& cloth, std::span<const Vec4> of_all, const std::vector<Vec3>& base) {
  std::vector<Vec3> result;
  for (size_t i = 0; i < cloth.vertices.size(); ++i)
    result.push_back(Vec3(of_all[cloth.vertices[i]]) - (base.empty() ? Vec3(0) : base[i]));
  return result;
}

std::string bytes_of(const std::vector<Vec3>& vectors) {
  std::string bytes;
  for (const Vec3& v : vectors) append_vector(bytes, v);
  return bytes;
}

Range range_of(const std::vector<Vec3>& vectors) {
  Range range{vectors.at(0), vectors.at(0)};
  for (const Vec3& v : vectors) range = {glm::min(range.min, v), glm::max(range.max, v)};
  return range;
}

Json json_of(const Vec3& v) { return {v.x, v.y, v.z}; }

/// One cloth's frames: positions, then normals, of each.
struct MorphedMesh {
  ExportedCloth cloth;
  Spool frames;
  std::vector<Vec3> positions, normals;  // of the first frame
  std::vector<Range> ranges;             // of positions, or differences of positions, frame by frame
};

/// The parts of the file, gathered while its buffer grows.
class Document {
 public:
  Json json = {{"asset", {{"version", "2.0"}, {"generator", "Raycloth"}}}, {"scene", 0}};

  /// What lies next in the buffer. Returns its index.
  int add_view(size_t bytes, std::optional<int> purpose) {
    Json view = {{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes}};
    if (purpose) view["target"] = *purpose;
    if (purpose == kArrayBuffer) view["byteStride"] = sizeof(Vec3);
    size_ += bytes;
    return append("bufferViews", view);
  }

  int add_accessor(int view, size_t offset, int component, const char* type, size_t count) {
    return append(
        "accessors",
        {{"bufferView", view}, {"byteOffset", offset}, {"componentType", component}, {"type", type}, {"count", count}});
  }

  Json& accessor(int index) { return json["accessors"][index]; }
  int append(const char* list, const Json& item) {
    json[list].push_back(item);
    return static_cast<int>(json[list].size()) - 1;
  }
  size_t size() const { return size_; }  // bytes of the buffer

 private:
  size_t size_ = 0;
};

std::string triangle_bytes(const ExportedCloth& cloth) {
  std::string bytes;
  for (const Int3& t : cloth.triangles)
    for (int k = 0; k < 3; ++k) append_bytes(bytes, static_cast<uint32_t>(t[k]));
  return bytes;
}

/// The attributes of every frame of `mesh`: the first is the mesh itself, the others its targets.
std::vector<Json> add_attributes(Document& document, const MorphedMesh& mesh) {
  const int view = document.add_view(mesh.frames.size(), kArrayBuffer);
  const size_t vertices = mesh.cloth.vertices.size(), bytes = vertices * sizeof(Vec3);
  std::vector<Json> attributes;
  for (size_t frame = 0; frame < mesh.ranges.size(); ++frame) {
    const int positions = document.add_accessor(view, 2 * frame * bytes, kFloat, "VEC3", vertices);
    document.accessor(positions)["min"] = json_of(mesh.ranges[frame].min);
    document.accessor(positions)["max"] = json_of(mesh.ranges[frame].max);
    const int normals = document.add_accessor(view, (2 * frame + 1) * bytes, kFloat, "VEC3", vertices);
    attributes.push_back({{"POSITION", positions}, {"NORMAL", normals}});
  }
  return attributes;
}

void add_mesh(Document& document, const MorphedMesh& mesh) {
  const size_t indices = 3 * mesh.cloth.triangles.size();
  const int faces = document.add_accessor(document.add_view(indices * sizeof(uint32_t), kElementBuffer), 0, kUnsigned,
                                          "SCALAR", indices);
  std::vector<Json> attributes = add_attributes(document, mesh);
  const Vec3& color = mesh.cloth.color;
  const int material = document.append(
      "materials",
      {{"name", mesh.cloth.name},
       {"doubleSided", true},
       {"pbrMetallicRoughness",
        {{"baseColorFactor", {color.x, color.y, color.z, 1}}, {"metallicFactor", 0}, {"roughnessFactor", 0.9}}}});
  Json primitive = {{"attributes", attributes[0]}, {"indices", faces}, {"material", material}};
  Json described = {{"name", mesh.cloth.name}};
  if (attributes.size() > 1) {
    primitive["targets"] = std::vector<Json>(attributes.begin() + 1, attributes.end());
    described["weights"] = std::vector<float>(attributes.size() - 1, 0.0f);
  }
  described["primitives"] = {primitive};
  const int node =
      document.append("nodes", {{"name", mesh.cloth.name}, {"mesh", document.append("meshes", described)}});
  document.json["scenes"][0]["nodes"].push_back(node);
}

/// Times in s from the first frame, then a row of weights for each.
std::string animation_bytes(const std::vector<double>& times) {
  std::string bytes;
  for (const double time : times) append_bytes(bytes, static_cast<float>(time - times[0]));
  for (size_t frame = 0; frame < times.size(); ++frame)
    for (size_t target = 1; target < times.size(); ++target) append_bytes(bytes, target == frame ? 1.0f : 0.0f);
  return bytes;
}

void add_animation(Document& document, const std::vector<double>& times, size_t meshes) {
  const size_t frames = times.size();
  const int view = document.add_view(animation_bytes(times).size(), std::nullopt);
  const int input = document.add_accessor(view, 0, kFloat, "SCALAR", frames);
  document.accessor(input)["min"] = {0.0f};
  document.accessor(input)["max"] = {static_cast<float>(times.back() - times[0])};
  const int output = document.add_accessor(view, frames * sizeof(float), kFloat, "SCALAR", frames * (frames - 1));
  Json animation = {{"name", "cloth"}, {"samplers", {{{"input", input}, {"output", output}}}}};
  for (size_t mesh = 0; mesh < meshes; ++mesh)
    animation["channels"].push_back({{"sampler", 0}, {"target", {{"node", mesh}, {"path", "weights"}}}});
  document.append("animations", animation);
}

class GltfFile : public MeshExporter {
 public:
  GltfFile(fs::path file, bool binary, ExportedCloths cloths) : file_(std::move(file)), binary_(binary) {
    for (ExportedCloth& cloth : cloths) meshes_.push_back({std::move(cloth), Spool(file_), {}, {}, {}});
  }

  void add_frame(const ExportedFrame& frame) override {
    for (MorphedMesh& mesh : meshes_) {
      const std::vector<Vec3> positions = differences(mesh.cloth, frame.positions, mesh.positions);
      const std::vector<Vec3> normals = differences(mesh.cloth, frame.normals, mesh.normals);
      mesh.frames.append(bytes_of(positions) + bytes_of(normals));
      mesh.ranges.push_back(range_of(positions));
      if (times_.empty()) {
        mesh.positions = positions;
        mesh.normals = normals;
      }
    }
    times_.push_back(frame.time);
    if (is_due(frames())) write();
  }

  void finish() override {
    if (!times_.empty() && !is_due(frames())) write();
  }

 private:
  long long frames() const { return static_cast<long long>(times_.size()); }

  void write() const {
    Document document;
    for (const MorphedMesh& mesh : meshes_) add_mesh(document, mesh);
    if (times_.size() > 1) add_animation(document, times_, meshes_.size());
    if (document.size() > kMostBytes)
      throw std::runtime_error(file_.string() + ": more than 4 GiB, which glTF cannot hold; export fewer frames");
    document.json["buffers"] = {{{"byteLength", document.size()}}};
    WholeFile file(file_);
    if (binary_)
      write_binary(file.stream(), document);
    else
      write_text(file.stream(), document);
    file.commit();
  }

  /// In the order in which the views were added.
  void write_buffer(std::ostream& out) const {
    for (const MorphedMesh& mesh : meshes_) {
      out << triangle_bytes(mesh.cloth);
      mesh.frames.copy_to(out);
    }
    if (times_.size() > 1) out << animation_bytes(times_);
  }

  /// Specification, section 4.4: a header, a chunk of JSON filled up with blanks, one of bytes.
  void write_binary(std::ostream& out, const Document& document) const {
    std::string text = document.json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto buffer = static_cast<uint32_t>(document.size());  // all its parts are of four bytes
    std::string head = "glTF";
    append_bytes(head, uint32_t{2});
    append_bytes(head, static_cast<uint32_t>(12 + 8 + text.size() + 8) + buffer);
    append_bytes(head, static_cast<uint32_t>(text.size()));
    std::string between;
    append_bytes(between, buffer);
    out << head << "JSON" << text << between << std::string("BIN\0", 4);
    write_buffer(out);
  }

  void write_text(std::ostream& out, Document& document) const {
    std::ostringstream buffer;
    write_buffer(buffer);
    document.json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(buffer.str());
    out << document.json.dump(1) << '\n';
  }

  fs::path file_;
  bool binary_;
  std::vector<MorphedMesh> meshes_;
  std::vector<double> times_;  // s, of the frames
};

}  // namespace

std::unique_ptr<MeshExporter> make_gltf(const fs::path& file, bool binary, ExportedCloths cloths) {
  return std::make_unique<GltfFile>(file, binary, std::move(cloths));
}

}  // namespace raycloth
