#include "app/run/export/mesh_export.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "app/run/export/formats.h"
#include "app/run/output/whole_file.h"
#include "device/error.h"
#include "sim/model/cuts.h"
#include "sim/text.h"

namespace raycloth {

namespace fs = std::filesystem;

namespace {

std::string ending(ExportFormat format) { return std::string(".") + kExportFormatNames[static_cast<int>(format)]; }

std::optional<ExportFormat> format_of(const std::string& file_ending) {
  for (int i = 0; i < static_cast<int>(std::size(kExportFormatNames)); ++i)
    if (file_ending == ending(static_cast<ExportFormat>(i))) return static_cast<ExportFormat>(i);
  return std::nullopt;
}

/// A folder may have a dot in its name, but hardly "sail.fbx".
bool seems_a_file(const fs::path& path) {
  const std::string found = ending_of(path);
  constexpr size_t kLongest = 5;  // letters of an ending
  return found.size() > 1 && found.size() <= 1 + kLongest &&
         std::all_of(found.begin() + 1, found.end(), [](unsigned char c) { return std::isalpha(c); });
}

/// IEC 61966-2-1.
float linear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

ExportedCloths exported_cloths(const Model& model) {
  ExportedCloths cloths;
  for (size_t i = 0; i < model.objects.size(); ++i) {
    const ModelObject& object = model.objects[i];
    if (object.kind != ObjectKind::cloth) continue;
    ExportedCloth cloth{object.name,
                        std::vector<int>(object.vertices.size()),
                        model.scene->objects[i].mesh.triangles,
                        {linear(object.color.x), linear(object.color.y), linear(object.color.z)}};
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) cloth.vertices.at(model.source_vertex[v]) = v;
    cloths.push_back(std::move(cloth));
  }
  return cloths;
}

void prepare(const ExportTarget& target) {
  if (!target.is_folder) {
    WholeFile probe(target.path);  // throws when it cannot be written
    return;
  }
  std::error_code error;
  fs::create_directories(target.path, error);
  check(!error && fs::is_directory(target.path),
        target.path.string() + ": cannot be made a folder (" + error.message() + ")");
  WholeFile probe(target.path / "frame");
}

/// Of a format that has all in one.
fs::path only_file(const ExportTarget& target, const Scene& scene) {
  std::set<std::string> taken;
  return target.is_folder ? target.path / (plain_name(scene.name, "-", taken) + ending(target.format)) : target.path;
}

/// Cloth that is cut in one of the frames has another mesh from then on: files of one frame have that, others cannot.
class CutWatch : public MeshExporter {
 public:
  CutWatch(const ExportPlan& plan, const Model& model, std::unique_ptr<MeshExporter> exporter)
      : plan_(plan), cut_(model.scene), exporter_(std::move(exporter)) {}

  void add_frame(const ExportedFrame& frame) override {
    if (!cut_alike(cut_.get(), frame.model.scene.get())) change(frame);
    exporter_->add_frame(frame);
  }
  void finish() override { exporter_->finish(); }

 private:
  void change(const ExportedFrame& frame) {
    const ExportFormat format = plan_.target.format;
    if (format != ExportFormat::obj && format != ExportFormat::ply)
      throw std::runtime_error(plan_.target.path.string() + ": at frame " + std::to_string(frame.number) +
                               " the cloth is cut otherwise than before, and " + ending(format) +
                               " has one mesh for all frames: export obj or ply, or the frames of each cut");
    cut_ = frame.model.scene;
    exporter_ = make_frame_files(plan_, exported_cloths(frame.model));
  }

  ExportPlan plan_;
  std::shared_ptr<const Scene> cut_;
  std::unique_ptr<MeshExporter> exporter_;
};

}  // namespace

ExportTarget export_target(const fs::path& path, std::optional<ExportFormat> format) {
  const std::string found = ending_of(path);
  check(found != ".usd" && found != ".usdc" && found != ".usdz",
        path.string() + ": of USD, text is written: name a " + ".usda file");
  if (fs::is_directory(path)) return {path, format.value_or(ExportFormat::obj), true};
  const std::optional<ExportFormat> meant = format_of(found);
  if (!meant) {
    check(!seems_a_file(path), path.string() + ": found the ending '" + found + "', expected " +
                                   joined(kExportFormatNames, [](const std::string& name) { return "." + name; }) +
                                   ", or a folder");
    return {path, format.value_or(ExportFormat::obj), true};
  }
  check(format.value_or(*meant) == *meant, path.string() + ": found the ending '" + found + "', expected '" +
                                               ending(format.value_or(*meant)) + "' or a folder");
  return {path, *meant, false};
}

ExportedFrame exported_frame(Simulation& simulation) {
  return {simulation.model(), simulation.frame(), simulation.time(), simulation.positions(), simulation.normals()};
}

static std::unique_ptr<MeshExporter> make_exporter_of_mesh(const ExportPlan& plan, const Scene& scene,
                                                           const Model& model) {
  ExportedCloths cloths = exported_cloths(model);
  check(!cloths.empty(), scene.path.string() + ": has no cloth to export");
  prepare(plan.target);
  switch (plan.target.format) {
    case ExportFormat::obj:
    case ExportFormat::ply:
      return make_frame_files(plan, std::move(cloths));
    case ExportFormat::pc2:
      return make_point_caches(plan, std::move(cloths));
    case ExportFormat::usda:
      return make_usd(only_file(plan.target, scene), frame_rate(plan.time_step), std::move(cloths));
    case ExportFormat::gltf:
    case ExportFormat::glb:
      break;
  }
  return make_gltf(only_file(plan.target, scene), plan.target.format == ExportFormat::glb, std::move(cloths));
}

std::unique_ptr<MeshExporter> make_exporter(const ExportPlan& plan, const Scene& scene, const Model& model) {
  return std::make_unique<CutWatch>(plan, model, make_exporter_of_mesh(plan, scene, model));
}

void append_number(std::string& text, float value) {
  std::array<char, 24> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

void append_vector(std::string& bytes, const Vec3& vector) {
  append_bytes(bytes, vector.x);
  append_bytes(bytes, vector.y);
  append_bytes(bytes, vector.z);
}

std::string plain_name(std::string name, const std::string& also, std::set<std::string>& taken) {
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '_' && also.find(c) == also.npos) c = '_';
  }
  std::string unique = name;
  for (int i = 2; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
  return unique;
}

fs::path with_suffix(const fs::path& path, const std::string& suffix) {
  return path.parent_path() / (path.stem().string() + suffix + path.extension().string());
}

}  // namespace raycloth
