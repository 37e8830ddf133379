#include "app/view/heat.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/view/color_scale.h"
#include "app/view/marks/lines.h"

namespace raycloth {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr uint32_t kGrey = rgba(150, 152, 156);

constexpr HeatClass kClasses[] = {
    {"none", kGrey}, {"prediction", kPredictionColor}, {"collision", kCollisionColor}, {"inverted", kInvertedColor}};

/// Stretch of a triangle beyond its length at rest, in the direction in which it is largest: of the map from (warp,
/// weft) to space the larger singular value, less 1.
float largest_stretch(const Vec3& warp, const Vec3& weft) {
  const float a = glm::dot(warp, warp), b = glm::dot(warp, weft), c = glm::dot(weft, weft);
  const float middle = 0.5f * (a + c), spread = std::sqrt(0.25f * (a - c) * (a - c) + b * b);
  return std::sqrt(middle + spread) - 1;
}

void add_strain(const HeatSource& source, std::vector<float>& values) {
  const Membrane& membrane = source.model.membrane;
  for (size_t i = 0; i < membrane.triangles.size(); ++i) {
    const Int3 t = membrane.triangles[i];
    const Vec3 a(source.positions[t.x]);
    const Vec3 p = Vec3(source.positions[t.y]) - a, q = Vec3(source.positions[t.z]) - a;
    const Vec4 shape = membrane.shapes[i];
    const float strain = std::max(0.0f, largest_stretch(p * shape.x + q * shape.z, p * shape.y + q * shape.w));
    for (int k = 0; k < 3; ++k) values[t[k]] = std::fmax(values[t[k]], strain);
  }
}

template <class Value>
void add_per_cloth_vertex(const HeatSource& source, std::vector<float>& values, Value value) {
  for (size_t v = 0; v < values.size(); ++v) {
    const int object = source.model.vertex_object[v];
    if (source.model.objects[object].kind == ObjectKind::cloth) values[v] = value(v, object);
  }
}

void add_clearance(const HeatSource& source, std::vector<float>& values) {
  for (const ContactView& contact : source.contacts) {
    const ContactPoints points = points_of(contact, source.positions);
    const float gap = glm::dot(contact.normal, points.first - points.second) - contact.rest_distance;
    for (int k = 0; k < 4; ++k)
      if (contact.weights[k] != 0)
        values[contact.vertices[k]] = std::fmin(values[contact.vertices[k]], std::max(0.0f, gap));
  }
}

void add_contacts(const HeatSource& source, std::vector<float>& values) {
  add_per_cloth_vertex(source, values, [](size_t, int) { return 0.0f; });
  for (const ContactView& contact : source.contacts) {
    const float kind = contact.inverted ? 3 : contact.kind == ContactClass::collision ? 2 : 1;
    for (int k = 0; k < 4; ++k)
      if (contact.weights[k] != 0) values[contact.vertices[k]] = std::fmax(values[contact.vertices[k]], kind);
  }
}

void add_impulses(const HeatSource& source, std::vector<float>& values) {
  add_per_cloth_vertex(source, values, [&](size_t v, int) {
    const float impulse = glm::length(source.impulses[v]);
    return impulse > 0 ? impulse : kNothing;
  });
}

}  // namespace

std::span<const HeatClass> contact_classes() { return kClasses; }

std::vector<float> heat_values(Heat heat, const HeatSource& source) {
  const std::span<const float> factors = source.factors.empty() ? source.model.thickness_factors : source.factors;
  std::vector<float> values(source.model.positions.size(), kNothing);
  switch (heat) {
    case Heat::strain:
      add_strain(source, values);
      break;
    case Heat::thickness:
      add_per_cloth_vertex(source, values, [&](size_t v, int object) {
        return 2 * source.materials[object].half_thickness * factors[v];
      });
      break;
    case Heat::clearance:
      add_clearance(source, values);
      break;
    case Heat::contacts:
      add_contacts(source, values);
      break;
    case Heat::speed:
      add_per_cloth_vertex(source, values, [&](size_t v, int) { return glm::length(Vec3(source.velocities[v])); });
      break;
    case Heat::impulse:
      if (!source.impulses.empty()) add_impulses(source, values);
      break;
    case Heat::distance:
      if (source.twin.empty()) break;
      add_per_cloth_vertex(source, values, [&](size_t v, int) {
        return glm::distance(Vec3(source.positions[v]), Vec3(source.twin[v]));
      });
      break;
    case Heat::off:
    case Heat::count:
      break;
  }
  return values;
}

float heat_range(Heat heat, std::span<const float> values) {
  constexpr double kSmallest = 1e-3;  // in the shown unit
  std::vector<float> known;
  std::ranges::copy_if(values, std::back_inserter(known), [](float v) { return !std::isnan(v); });
  const double factor = kHeats[static_cast<int>(heat)].factor;
  double wanted = kSmallest;
  if (!known.empty()) {
    const auto rank = known.begin() + static_cast<std::ptrdiff_t>((known.size() * 99 + 99) / 100 - 1);
    std::ranges::nth_element(known, rank);
    wanted = std::max(wanted, *rank * factor);
  }
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 5.0, 10.0})
    if (step * power >= wanted * (1 - 1e-6)) return static_cast<float>(step * power / factor);
  return static_cast<float>(wanted / factor);
}

std::vector<uint32_t> heat_colors(Heat heat, std::span<const float> values, float range) {
  std::vector<uint32_t> colors;
  colors.reserve(values.size());
  for (const float value : values) {
    if (std::isnan(value))
      colors.push_back(kGrey);
    else
      colors.push_back(heat == Heat::contacts ? kClasses[static_cast<int>(value)].color : scale_rgba(value / range));
  }
  return colors;
}

}  // namespace raycloth
