// What the writers of export formats share; for them and mesh_export.cpp alone.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/run/export/mesh_export.h"
#include "app/run/frame_rate.h"

namespace raycloth {

/// One cloth of the scene as it is exported.
struct ExportedCloth {
  std::string name;
  std::vector<int> vertices;    // the model's vertex for each vertex of the source mesh
  std::vector<Int3> triangles;  // as in the source mesh
  Vec3 color{1};                // linear red, green, blue
};
using ExportedCloths = std::vector<ExportedCloth>;

/// Nine digits bring a float back to the same bits; this needs fewer and minds no locale.
void append_number(std::string& text, float value);

template <class T>
void append_bytes(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void append_vector(std::string& bytes, const Vec3& vector);  // three floats

/// A name made from an object's: letters, digits, underscore and what `also` holds stay, and no two are the same.
std::string plain_name(std::string name, const std::string& also, std::set<std::string>& taken);

/// `path` with more before its ending: sail.obj, "_000012" -> sail_000012.obj.
std::filesystem::path with_suffix(const std::filesystem::path& path, const std::string& suffix);

std::unique_ptr<MeshExporter> make_frame_files(const ExportPlan& plan, ExportedCloths cloths);
std::unique_ptr<MeshExporter> make_point_caches(const ExportPlan& plan, ExportedCloths cloths);
std::unique_ptr<MeshExporter> make_usd(const std::filesystem::path& file, FrameRate rate, ExportedCloths cloths);
std::unique_ptr<MeshExporter> make_gltf(const std::filesystem::path& file, bool binary, ExportedCloths cloths);

}  // namespace raycloth
