// What the writers of export formats share; for them, mesh_export.cpp and who reads their files again
// (tests/bench/rivals) alone.
#pragma once

#include <bit>
#include <cstdint>
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

static_assert(std::endian::native == std::endian::little, "PC2 is written as little-endian");

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
