// Judges the cloth of any program by the same measures: pairs that cross, by the exact referee of runs, and strain of
// edges against the lengths that the scene begins with. Run by scripts/rivals:
//   judge_frames SCENE.json FOLDER        FOLDER has a point cache (.pc2) for each cloth, as raycloth's export names it
// Prints a JSON array, an object for every frame, null where one is not finite: pairs, strain of the worst edge and of
// the 99th percentile. Solids that move are left out: their positions are not in the folder.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "app/run/export/formats.h"
#include "app/run/output/report.h"
#include "collision/referee/intersections.h"
#include "device/error.h"
#include "sim/model/model.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// Samples of one cloth, in the order of its file's vertices.
struct PointCache {
  int points = 0, samples = 0;
  std::vector<float> coordinates;

  Vec3 at(int sample, int point) const {
    const float* p = &coordinates[3 * (static_cast<size_t>(sample) * points + point)];
    return {p[0], p[1], p[2]};
  }
};

PointCache read_point_cache(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  Pc2Header header;
  check(bytes.size() >= sizeof header && bytes.starts_with(header.magic), path.string() + ": no point cache (.pc2)");
  std::memcpy(&header, bytes.data(), sizeof header);
  PointCache cache{header.points, header.samples, {}};
  cache.coordinates.resize(3 * static_cast<size_t>(cache.points) * cache.samples);
  const size_t size = cache.coordinates.size() * sizeof(float);
  check(bytes.size() == sizeof header + size, path.string() + ": not as long as its head says");
  std::memcpy(cache.coordinates.data(), bytes.data() + sizeof header, size);
  return cache;
}

/// What is judged of a scene: its cloth, and its solids where they stand still.
class Judge {
 public:
  Judge(const fs::path& scene, const fs::path& folder) : model_(build_model(load_scene({scene}))) {
    std::set<std::string> taken;
    for (const ModelObject& object : model_.objects) {
      cloth_.push_back(object.kind == ObjectKind::cloth);
      caches_.push_back(cloth_.back() ? read_point_cache(folder / (plain_name(object.name, "-", taken) + ".pc2"))
                                      : PointCache{});
    }
    for (const KinematicObject& object : model_.kinematic) moves_.insert(object.object);
    for (size_t t = 0; t < model_.triangles.size(); ++t)
      if (!moves_.contains(model_.triangle_object[t])) {
        triangles_.push_back(model_.triangles[t]);
        triangle_objects_.push_back(model_.triangle_object[t]);
      }
  }

  int frames() const {
    int frames = std::numeric_limits<int>::max();
    for (size_t i = 0; i < caches_.size(); ++i)
      if (cloth_[i]) frames = std::min(frames, caches_[i].samples);
    return frames;
  }

  void print(int frame) {
    for (size_t v = 0; v < model_.positions.size(); ++v) {
      const int object = model_.vertex_object[v];
      if (!cloth_[object]) continue;
      const Vec3 p = caches_[object].at(frame, model_.file_vertex[v]);
      if (!std::isfinite(p.x + p.y + p.z)) return std::printf("null"), void();
      model_.positions[v] = Vec4(p, model_.positions[v].w);
    }
    const size_t pairs = find_crossings(model_.positions, triangles_, triangle_objects_, cloth_).size();
    const Strain strain = strain_of(model_, model_.positions);
    std::printf("{\"pairs\": %zu, \"strain\": %.4g, \"p99\": %.4g}", pairs, strain.largest, strain.p99);
  }

 private:
  Model model_;
  std::vector<uint8_t> cloth_;
  std::vector<PointCache> caches_;  // empty but of cloth
  std::set<int> moves_;             // objects
  std::vector<Int3> triangles_;
  std::vector<int> triangle_objects_;
};

void judge(const fs::path& scene, const fs::path& folder) {
  Judge judge(scene, folder);
  for (int frame = 0; frame < judge.frames(); ++frame) {
    std::printf(frame ? ",\n " : "[");
    judge.print(frame);
  }
  std::printf("]\n");
}

}  // namespace
}  // namespace raycloth

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: judge_frames SCENE.json FOLDER\n"), 2;
  try {
    raycloth::judge(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
