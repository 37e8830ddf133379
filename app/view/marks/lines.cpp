#include "app/view/marks/lines.h"

#include <algorithm>

#include "app/view/marks/gizmo.h"
#include "app/view/marks/tangle_lines.h"

namespace raycloth {
namespace {

constexpr float kNormalLength = 0.015f;                  // m
constexpr float kLongestMove = 0.05f, kMostTimes = 100;  // m, of the net's arrows; and how much longer than it was
constexpr uint32_t kEdgeColor = rgba(255, 60, 200), kTriangleColor = rgba(255, 220, 60);

void add_normals(const Frame& frame, LineBatch& lines) {
  const auto& positions = frame.positions;
  const auto& normals = frame.normals;
  for (size_t i = 0; i < positions.size(); ++i)
    lines.line(Vec3(positions[i]), Vec3(positions[i]) + kNormalLength * Vec3(normals[i]), kNormalColor);
}

// The two rays of every vertex, as far as predictions reach (DESIGN section 5). A step casts them so at its
// start; these are the ones that the next step would cast, where it does not bend them: that it does for each target
// otherwise, and the inspector shows it.
void add_rays(const Frame& frame, LineBatch& lines) {
  const auto& positions = frame.positions;
  const auto& normals = frame.normals;
  const float reach = frame.settings.prediction_distance;
  for (size_t i = 0; i < positions.size(); ++i) {
    const Vec3 from(positions[i]), ray = reach * Vec3(normals[i]);
    lines.line(from, from + ray, kOutwardRayColor);
    lines.line(from, from - ray, kInwardRayColor);
  }
}

uint32_t contact_color(const ContactView& contact) {
  if (contact.inverted) return kInvertedColor;
  return contact.kind == ContactClass::collision ? kCollisionColor : kPredictionColor;
}

void add_contacts(const Frame& frame, ViewLines& lines) {
  for (const ContactView& contact : frame.contacts) {
    const ContactPoints points = points_of(contact, frame.positions);
    lines.thin.line(points.first, points.second, contact_color(contact));
    lines.dots.dot(points.first, contact_color(contact));
  }
}

void add_net_moves(const Frame& frame, ViewLines& lines) {
  const float times = times_longer(frame.net_moves);
  for (size_t v = 0; v < frame.net_moves.size(); ++v) {
    const Vec3 move = frame.net_moves[v], at(frame.positions[v]);
    if (move == Vec3(0)) continue;
    add_arrow(at - times * move, at, kNetColor, lines.ways);
    lines.dots.dot(at, kNetColor);
  }
}

void add_boxes(const std::vector<Vec3>& boxes, LineBatch& lines) {
  for (size_t i = 0; i + 1 < boxes.size(); i += 2) lines.box(boxes[i], boxes[i + 1], kBoxColor);
}

}  // namespace

float times_longer(std::span<const Vec3> moves) {
  float longest = 0;
  for (const Vec3 move : moves) longest = std::max(longest, glm::length(move));
  return longest > 0 ? std::clamp(kLongestMove / longest, 1.0f, kMostTimes) : 1;
}

Wishes wishes_of(const ViewOptions& options) {
  const bool near = options.heat == Heat::contacts || options.heat == Heat::clearance;
  return {.contacts = options.contacts || near,
          .boxes = options.boxes,
          .boxes_object = options.boxes_object,
          .boxes_level = options.boxes_level,
          .velocities = options.heat == Heat::speed,
          .impulses = options.heat == Heat::impulse,
          .crossings = options.crossings,
          .net = options.net};
}

ViewLines make_view_lines(const Frame& frame, const ViewOptions& options) {
  ViewLines lines;
  if (options.normals) add_normals(frame, lines.thin);
  if (options.rays) add_rays(frame, lines.thin);
  if (options.contacts) add_contacts(frame, lines);
  if (options.pins)
    for (const int v : frame.pins) lines.pins.dot(Vec3(frame.positions[v]), kPinColor);
  if (options.crossings) add_tangle(frame.tangle, lines.contours, lines.ways);
  if (options.net) add_net_moves(frame, lines);
  if (options.boxes) add_boxes(frame.boxes, lines.thin);
  return lines;
}

std::vector<LineLayer> layers_of(const ViewLines& lines) {
  return {{&lines.thin, 1.3f, 0.12f},
          {&lines.contours, 4.0f, 0.6f},
          {&lines.ways, 2.0f, 0.5f},
          {&lines.dots, 4.0f, 0.12f},
          {&lines.pins, 6.0f, 0.5f}};
}

void add_crossing(const Frame& frame, const Crossing& crossing, LineBatch& lines) {
  const auto& x = frame.positions;
  const Int3 t = frame.opened->model.triangles[crossing.triangle];
  const Vec3 a(x[t.x]), b(x[t.y]), c(x[t.z]);
  lines.line(Vec3(x[crossing.edge.x]), Vec3(x[crossing.edge.y]), kEdgeColor);
  lines.line(a, b, kTriangleColor);
  lines.line(b, c, kTriangleColor);
  lines.line(c, a, kTriangleColor);
}

}  // namespace raycloth
