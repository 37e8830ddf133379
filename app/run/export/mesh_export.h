// Writes the cloth of a running scene frame by frame for other programs. Vertices come in the order of the source mesh,
// so that a cache fits the mesh that the scene file names. Obstacles are left out: they are what their files say.
//
//   obj, ply         a file a frame; all cloths in it
//   pc2              a point cache a cloth
//   usda             one file: a mesh a cloth, its points and normals as time samples
//   gltf, glb        one file: a mesh a cloth, a morph target for every frame after the first, and their animation
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "device/math.h"
#include "sim/model/model.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

enum class ExportFormat { obj, ply, pc2, usda, gltf, glb };
inline constexpr const char* kExportFormatNames[] = {"obj", "ply", "pc2", "usda", "gltf", "glb"};

struct ExportTarget {
  std::filesystem::path path;  // a file, or a folder in which files are named by frame, cloth or scene
  ExportFormat format = ExportFormat::obj;
  bool is_folder = true;
};

/// A path that ends as a format's files do is a file: "sail.obj", of which frame 12 is sail_000012.obj, "sail.usda".
/// Any other is a folder for files of `format`, obj where nothing is said. Throws InputError where both are said and
/// differ, or the ending is of a file that is not written.
ExportTarget export_target(const std::filesystem::path& path, std::optional<ExportFormat> format);

/// Views of one moment of all of the model's vertices; w is not read.
struct ExportedFrame {
  const Model& model;
  long long number = 1;  // counts from 1 and numbers files
  double time = 0;       // s
  std::span<const Vec4> positions, normals;
};

/// The state after the last step, valid until the next.
ExportedFrame exported_frame(Simulation& simulation);

class MeshExporter {
 public:
  virtual ~MeshExporter() = default;

  /// Adds a frame; numbers and times ascend. A file that is there is whole, also after an interruption; one that holds
  /// several frames may then lack up to half of them. Throws std::runtime_error when the disk refuses, and where cloth
  /// was cut since the first and the format has one mesh for all frames.
  virtual void add_frame(const ExportedFrame& frame) = 0;
  /// Once, after the last frame: now every file has all. Throws std::runtime_error.
  virtual void finish() {}
};

struct ExportPlan {
  ExportTarget target;
  float time_step = 1.0f / 60;  // s, between frames, for formats that count in frames
  bool one_frame = false;       // a file named "sail.obj" is that very file
};

/// Creates the folder where missing. Throws InputError when nothing can be written there or the scene has no cloth.
std::unique_ptr<MeshExporter> make_exporter(const ExportPlan& plan, const Scene& scene, const Model& model);

}  // namespace raycloth
