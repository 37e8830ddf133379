// PC2: a point cache a cloth.
#include <fstream>
#include <stdexcept>

#include "app/run/export/formats.h"
#include "device/error.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

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

  void add_sample(const ExportedFrame& frame) {
    if (header_.samples == 0) header_.start_frame = static_cast<float>(frame.number);
    std::string bytes;
    for (int v : cloth_.vertices) append_vector(bytes, Vec3(frame.positions[v]));
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

/// In a folder each has its cloth's name; of a file sail.pc2, sail_CLOTH.pc2 where there are several.
class PointCaches : public MeshExporter {
 public:
  PointCaches(const ExportTarget& target, ExportedCloths cloths) {
    std::set<std::string> taken;
    const bool alone = !target.is_folder && cloths.size() == 1;
    for (ExportedCloth& cloth : cloths) {
      const std::string name = plain_name(cloth.name, "-", taken);
      const fs::path file = target.is_folder ? target.path / (name + ".pc2") : with_suffix(target.path, "_" + name);
      files_.push_back(std::make_unique<Pc2File>(alone ? target.path : file, std::move(cloth)));
    }
  }

  void add_frame(const ExportedFrame& frame) override {
    for (auto& file : files_) file->add_sample(frame);
  }

 private:
  std::vector<std::unique_ptr<Pc2File>> files_;
};

}  // namespace

std::unique_ptr<MeshExporter> make_point_caches(const ExportPlan& plan, ExportedCloths cloths) {
  return std::make_unique<PointCaches>(plan.target, std::move(cloths));
}

}  // namespace raycloth
