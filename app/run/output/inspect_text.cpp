#include "app/run/output/inspect_text.h"

#include "app/run/output/naming.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::string vector_text(Vec3 v) { return printed("(%.4g, %.4g, %.4g)", v.x, v.y, v.z); }

std::string millimetres(float metres) { return printed("%.4g mm", 1000 * metres); }

const char* side_word(int side) { return side > 0 ? "front" : "back"; }

std::string length_line(const RayInspection& ray) {
  std::string line = "length " + millimetres(ray.length) + ", re-projected " + millimetres(ray.reprojected);
  if (ray.judged != ray.reprojected) line += " (off: the first is judged)";
  return line;
}

std::string bounds_line(const RayInspection& ray) {
  std::string line = "e + e' " + millimetres(ray.touching) + ", prediction reach " + millimetres(ray.reach);
  if (ray.exit_distance > 0) line += ", way out of its own solid " + millimetres(ray.exit_distance);
  return line;
}

std::string sides_line(const RayInspection& ray) {
  std::string line =
      std::string("on the ") + side_word(ray.side) + " of the triangle, belongs on the " + side_word(ray.rightful_side);
  return line + (ray.remembered_side ? " (remembered)" : " (where it was before, or nothing is remembered)");
}

std::string ray_text(const Model& model, const RayInspection& ray) {
  std::string out = "  " + ray_heading(model, ray) + "\n    " + rule_text(ray) + "\n";
  for (const std::string& line : ground_lines(model, ray)) out += "    " + line + "\n";
  if (ray.contact) out += "    contact " + contact_text(*ray.contact) + "\n";
  return out;
}

}  // namespace

std::string vertex_heading(const Model& model, int vertex) {
  const ObjectKind kind = model.objects[model.vertex_object[vertex]].kind;
  return vertex_name(model, vertex) + ", a " + kKindNames[static_cast<int>(kind)];
}

std::string ray_heading(const Model& model, const RayInspection& ray) {
  const char* verdict = !ray.accepted ? "no contact" : ray.kind == ContactClass::collision ? "collision" : "prediction";
  return std::string(ray.outward ? "outward" : "inward") + " ray to " + object_name(model, ray.target) + ": " +
         verdict + (ray.inverted ? ", inverted" : "");
}

std::string rule_text(const RayInspection& ray) {
  const RuleText& rule = text_of(ray.rule);
  return rule.says + (*rule.source ? std::string(" [") + rule.source + "]" : "");
}

std::vector<std::string> ground_lines(const Model& model, const RayInspection& ray) {
  std::vector<std::string> lines = {"cast " + millimetres(ray.cast) + " along " + vector_text(ray.direction)};
  if (ray.triangle < 0) return lines;
  const Int3 t = model.triangles[ray.triangle];
  const std::vector<int>& number = model.file_vertex;
  lines.push_back(std::string("meets the ") + (ray.back ? "back" : "front") + " of " +
                  triangle_name(model, ray.triangle) +
                  printed(" (vertices %d, %d, %d)", number[t.x], number[t.y], number[t.z]));
  lines.push_back(length_line(ray));
  lines.push_back(bounds_line(ray));
  if (ray.side != 0) lines.push_back(sides_line(ray));
  return lines;
}

std::string contact_text(const ContactView& contact) {
  const Vec4 w = contact.weights;
  return "held at " + millimetres(contact.rest_distance) + ", found at " + millimetres(contact.distance) + " along " +
         vector_text(contact.normal) + printed(", weights (%.3g, %.3g, %.3g, %.3g)", w.x, w.y, w.z, w.w);
}

std::string features_text(const Model& model, const ContactView& contact) {
  const Int4 v = contact.vertices;
  const std::string by = contact.caught ? ", parted by the safety net before" : "";
  if (contact.edges) return edge_name(model, v.x, v.y) + " against " + edge_name(model, v.z, v.w) + by;
  return vertex_name(model, contact.vertex) + " against " + triangle_name(model, contact.triangle) + by;
}

const char* no_rays_text(const VertexInspection& record) {
  return record.of_rays ? "nothing is near: no rays were cast" : "who handles collisions casts no rays";
}

std::string push_text(const VertexInspection& record) {
  return "pushed " + millimetres(glm::length(record.push_of_step)) + " in the step, " +
         millimetres(glm::length(record.push_since_detection)) + " of it since this detection" +
         (record.net_of_step == Vec3(0) ? "" : "; by the safety net " + millimetres(glm::length(record.net_of_step))) +
         (record.untangling_of_step == Vec3(0)
              ? ""
              : "; by untangling " + millimetres(glm::length(record.untangling_of_step)));
}

std::vector<std::string> tangle_lines(const Model& model, const VertexTangle& tangle) {
  if (tangle.empty()) return {"nothing crosses here"};
  std::vector<std::string> lines;
  for (const auto& [number, contour] : tangle.contours) {
    lines.push_back(printed("contour %d of %d passes here: %s, %d %s, ", number, tangle.all_contours,
                            contour.closed ? "closed" : "open", contour.pairs, contour.pairs == 1 ? "pair" : "pairs") +
                    millimetres(contour.length));
  }
  if (tangle.region) {
    const TangleRegion& region = tangle.region->region;
    lines.push_back(printed("in region %d, %d vertices of ", tangle.region->number, region.vertices) +
                    object_name(model, region.object) +
                    (region.goes_back ? ", which goes back through " : ", bounded by ") +
                    (region.contours.size() == 1 ? "contour " : "contours ") +
                    joined(region.contours, [](int number) { return std::to_string(number); }));
  }
  if (tangle.way == Vec3(0)) return lines;
  lines.push_back(
      "taken along " + vector_text(tangle.way) +
      (tangle.depth > 0 ? ", " + millimetres(tangle.depth) + " to its side" : ", where the contour gets shorter"));
  return lines;
}

std::string inspection_text(const Model& model, const VertexInspection& record, const InspectionContext& context) {
  std::string out =
      context.scene + printed(", frame %lld, ", context.frame) + vertex_heading(model, record.vertex) + "\n";
  out +=
      "  at " + vector_text(record.position) + " m" +
      (record.of_rays ? " at the last detection, from " + vector_text(record.before) + " at the one before\n" : "\n");
  out += "  velocity " + vector_text(record.velocity) + " m/s, normal " + vector_text(record.normal) + "\n";
  out += "  " + push_text(record) + ": " + vector_text(1000.0f * record.push_of_step) + " mm\n";
  for (const std::string& line : tangle_lines(model, context.tangle)) out += "  " + line + "\n";
  if (record.rays.empty()) out += std::string("  ") + no_rays_text(record) + "\n";
  for (const RayInspection& ray : record.rays) out += ray_text(model, ray);
  if (!record.others.empty())
    out += std::string("  contacts") + (record.of_rays ? " of others" : "") + " that act on it\n";
  for (const ContactView& contact : record.others)
    out += "    " + features_text(model, contact) + ": " + contact_text(contact) + "\n";
  return out;
}

}  // namespace raycloth
