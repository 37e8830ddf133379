// Universal Scene Description as text: a Mesh a cloth under one Xform, points and normals as time samples, time codes
// counted in frames. Materials are left to others; displayColor is the cloth's colour.
#include <cmath>

#include "app/run/export/formats.h"
#include "app/run/export/spool.h"
#include "app/run/output/whole_file.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// Steps of 1/60 s as a float do not add up to whole numbers.
std::string time_code_text(double seconds, FrameRate rate) {
  std::string text;
  append_number(text, static_cast<float>(std::round(1000 * seconds * rate.value()) / 1000));
  return text;
}

std::string vector_text(const Vec3& v) {
  std::string text = "(";
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) text += ", ";
    append_number(text, v[axis]);
  }
  return text + ")";
}

/// "[a, b, c]"
template <class Items, class Word>
std::string list_text(const Items& items, Word word) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += ", ";
    text += word(item);
  }
  return text + "]";
}

std::string sample_text(const std::string& time_code, const ExportedCloth& cloth, std::span<const Vec4> of_all) {
  return "            " + time_code + ": " +
         list_text(cloth.vertices, [&](int v) { return vector_text(Vec3(of_all[v])); }) + ",\n";
}

/// Names are letters, digits and underscores, and begin with none of the digits.
std::string prim_name(const std::string& name, std::set<std::string>& taken) {
  const bool digit = name.empty() || (name[0] >= '0' && name[0] <= '9');
  return plain_name(digit ? "_" + name : name, "", taken);
}

class UsdFile : public MeshExporter {
 public:
  UsdFile(fs::path file, FrameRate rate, ExportedCloths cloths) : file_(std::move(file)), rate_(rate) {
    std::set<std::string> taken;
    for (ExportedCloth& cloth : cloths) {
      std::string name = prim_name(cloth.name, taken);
      meshes_.push_back({std::move(cloth), std::move(name), Spool(file_), Spool(file_)});
    }
  }

  void add_frame(const ExportedFrame& frame) override {
    last_ = time_code_text(frame.time, rate_);
    if (frames_ == 0) first_ = last_;
    for (Mesh& mesh : meshes_) {
      mesh.points.append(sample_text(last_, mesh.cloth, frame.positions));
      mesh.normals.append(sample_text(last_, mesh.cloth, frame.normals));
    }
    ++frames_;
    if (is_due(frames_)) write();
  }

  void finish() override {
    if (frames_ > 0 && !is_due(frames_)) write();
  }

 private:
  struct Mesh {
    ExportedCloth cloth;
    std::string name;
    Spool points, normals;  // their samples
  };

  void write() const {
    WholeFile file(file_);
    write_head(file.stream());
    for (const Mesh& mesh : meshes_) write_mesh(file.stream(), mesh);
    file.stream() << "}\n";
    file.commit();
  }

  void write_head(std::ostream& out) const {
    out << "#usda 1.0\n(\n    defaultPrim = \"raycloth\"\n    doc = \"Raycloth\"\n    endTimeCode = " << last_
        << "\n    metersPerUnit = 1\n    startTimeCode = " << first_ << "\n    timeCodesPerSecond = " << rate_text()
        << "\n    upAxis = \"Y\"\n)\n\ndef Xform \"raycloth\"\n{\n";
  }

  std::string rate_text() const {
    std::string text;
    append_number(text, static_cast<float>(rate_.value()));
    return text;
  }

  static void write_mesh(std::ostream& out, const Mesh& mesh) {
    const auto& triangles = mesh.cloth.triangles;
    out << "    def Mesh \"" << mesh.name << "\"\n    {\n        uniform bool doubleSided = 1\n"
        << "        int[] faceVertexCounts = " << list_text(triangles, [](const Int3&) { return "3"; })
        << "\n        int[] faceVertexIndices = "
        << list_text(triangles,
                     [](const Int3& t) {
                       return std::to_string(t.x) + ", " + std::to_string(t.y) + ", " + std::to_string(t.z);
                     })
        << "\n        normal3f[] normals (\n            interpolation = \"vertex\"\n        )\n";
    write_samples(out, "normal3f[] normals", mesh.normals);
    write_samples(out, "point3f[] points", mesh.points);
    out << "        color3f[] primvars:displayColor = [" << vector_text(mesh.cloth.color)
        << "]\n        uniform token subdivisionScheme = \"none\"\n    }\n";
  }

  static void write_samples(std::ostream& out, const char* attribute, const Spool& samples) {
    out << "        " << attribute << ".timeSamples = {\n";
    samples.copy_to(out);
    out << "        }\n";
  }

  fs::path file_;
  FrameRate rate_;
  std::vector<Mesh> meshes_;
  long long frames_ = 0;
  std::string first_, last_;  // time codes
};

}  // namespace

std::unique_ptr<MeshExporter> make_usd(const fs::path& file, FrameRate rate, ExportedCloths cloths) {
  return std::make_unique<UsdFile>(file, rate, std::move(cloths));
}

}  // namespace raycloth
