// Writes the cloth of a running scene frame by frame for other programs: OBJ or PLY (a file a frame) or PC2
// point caches (a file per cloth). Vertices come in the order of the source mesh, so that a cache fits the
// mesh that the scene file names. Obstacles are left out: they are what their files say.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "device/math.h"
#include "sim/model/model.h"
#include "sim/scene/scene.h"

namespace raycloth {

enum class ExportFormat { obj, ply, pc2 };

/// One cloth of the scene as it is exported.
struct ExportedCloth {
  std::string name;
  std::vector<int> vertices;    // the model's vertex for each vertex of the source mesh
  std::vector<Int3> triangles;  // as in the source mesh
};

class MeshExporter {
 public:
  virtual ~MeshExporter() = default;

  /// Adds one frame; `frame` counts from 1 and numbers the file. A file that is there is whole, also after an
  /// interruption. Throws std::runtime_error when the disk refuses.
  virtual void add_frame(long long frame, std::span<const Vec4> positions) = 0;
};

/// Creates `folder` where missing. Throws InputError when the folder
/// cannot be written or the scene has no cloth.
std::unique_ptr<MeshExporter> make_exporter(ExportFormat format, const std::filesystem::path& folder,
                                            const Scene& scene, const Model& model);

}  // namespace raycloth
