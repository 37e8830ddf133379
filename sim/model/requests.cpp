#include "sim/model/requests.h"

#include <cmath>
#include <sstream>

#include "device/error.h"
#include "sim/model/cuts.h"

namespace raycloth::requests {
namespace {

bool is_finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

std::string text_of(Vec3 v) {
  std::ostringstream text;
  text << "(" << v.x << ", " << v.y << ", " << v.z << ")";
  return text.str();
}

}  // namespace

void check_index(const char* what, long long found, size_t count) {
  const auto last = static_cast<long long>(count) - 1;
  check(found >= 0 && found <= last,
        std::string(what) + " " + std::to_string(found) + ": expected 0 to " + std::to_string(last));
}

void check_grip(const Model& model, int triangle, Vec3 barycentric) {
  check_index("grab: triangle", triangle, model.triangles.size());
  const ModelObject& object = model.objects[model.triangle_object[triangle]];
  check(object.kind == ObjectKind::cloth || is_body(object.motion),
        "grab: triangle " + std::to_string(triangle) + " belongs to '" + object.name +
            "', which nothing pulls, expected one of cloth or of a rigid or soft solid");
  const float least = std::fmin(barycentric.x, std::fmin(barycentric.y, barycentric.z));
  const float sum = barycentric.x + barycentric.y + barycentric.z;
  check(is_finite(barycentric) && least >= -1e-3f && std::abs(sum - 1) <= 1e-3f,
        "grab: found barycentric weights " + text_of(barycentric) +
            ", expected three numbers that are not negative and add up to 1");
}

void check_pins(const Model& model, std::span<const int> vertices) {
  for (const int v : vertices) {
    check_index("pin: vertex", v, model.positions.size());
    const ModelObject& object = model.objects[model.vertex_object[v]];
    check(object.kind == ObjectKind::cloth, "pin: vertex " + std::to_string(v) + " belongs to '" + object.name +
                                                "', which is no cloth, expected one of cloth");
  }
}

void check_joinable(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Vec4> positions) {
  const float apart = parted(model, object, cuts, positions), most = most_parted(model, object);
  std::ostringstream expected;
  expected << "cuts of '" << model.objects[object].name << "': found sides that are " << apart
           << " m apart by now, expected at most " << most << " m of those that are to be joined";
  check(apart <= most, expected.str());
}

void check_finite(const char* what, Vec3 found) {
  check(is_finite(found), std::string(what) + ": found " + text_of(found) + ", expected three finite numbers");
}

void check_vectors(const char* what, std::span<const Vec4> found, size_t vertices) {
  check(found.size() == vertices, std::string(what) + ": found " + std::to_string(found.size()) +
                                      ", expected one for each of the " + std::to_string(vertices) + " vertices");
  for (size_t v = 0; v < found.size(); ++v) {
    if (is_finite(Vec3(found[v]))) continue;
    check_finite((std::string(what) + " of vertex " + std::to_string(v)).c_str(), Vec3(found[v]));
  }
}

void check_change(const ModelObject& object, const Material& present, const Material& next) {
  for (const MaterialInfo& info : material_list()) {
    const float value = next.*info.member;
    if (value == present.*info.member) continue;
    check_owner("material", object.name, matter_of(object.kind, object.motion), info);
    std::ostringstream expected;
    expected << "material of '" << object.name << "': found " << info.key << " " << value << ", expected a number in ["
             << info.min << ", " << info.max << "]";
    check(value >= info.min && value <= info.max, expected.str());
  }
}

}  // namespace raycloth::requests
