// The record of one vertex as JSON.
#include <charconv>
#include <nlohmann/json.hpp>

#include "app/run/output/inspect_text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

/// The double whose shortest digits are those of the float: 0.008, not 0.00800000038.
double number(float value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  double result = 0;
  std::from_chars(digits, end, result);
  return result;
}

Json json(Vec3 v) { return {number(v.x), number(v.y), number(v.z)}; }

const char* kind_word(ContactClass kind) { return kind == ContactClass::collision ? "collision" : "prediction"; }

Json json(const Model& model, const ContactView& contact) {
  const Int4 v = contact.vertices;
  const Vec4 w = contact.weights;
  const auto name = [&](int vertex) { return model.objects[model.vertex_object[vertex]].name; };
  const auto file = [&](int vertex) { return model.file_vertex[vertex]; };
  return {{"kind", kind_word(contact.kind)},
          {"features", contact.edges ? "edges" : "vertex_triangle"},
          {"objects", {name(v.x), name(v.w)}},
          {"vertices", {file(v.x), file(v.y), file(v.z), file(v.w)}},
          {"weights", {number(w.x), number(w.y), number(w.z), number(w.w)}},
          {"triangle", contact.edges ? Json(nullptr) : Json(model.file_face[contact.triangle])},
          {"normal", json(contact.normal)},
          {"distance", number(contact.distance)},
          {"rest_distance", number(contact.rest_distance)},
          {"inverted", contact.inverted},
          {"caught", contact.caught}};
}

Json hit_json(const Model& model, const RayInspection& ray) {
  if (ray.triangle < 0) return nullptr;
  const Int3 t = model.triangles[ray.triangle];
  return {{"triangle", model.file_face[ray.triangle]},
          {"vertices", {model.file_vertex[t.x], model.file_vertex[t.y], model.file_vertex[t.z]}},
          {"barycentric", json(ray.barycentric)},
          {"face", ray.back ? "back" : "front"},
          {"length", number(ray.length)},
          {"reprojected", number(ray.reprojected)},
          {"judged", number(ray.judged)},
          {"touching", number(ray.touching)},
          {"reach", number(ray.reach)},
          {"exit_distance", number(ray.exit_distance)},
          {"side", ray.side},
          {"remembered_side", ray.remembered_side},
          {"rightful_side", ray.rightful_side}};
}

Json json(const Model& model, const RayInspection& ray) {
  const RuleText& rule = text_of(ray.rule);
  return {{"ray", ray.outward ? "outward" : "inward"},
          {"target", model.objects[ray.target].name},
          {"direction", json(ray.direction)},
          {"cast", number(ray.cast)},
          {"hit", hit_json(model, ray)},
          {"rule", rule.word},
          {"source", rule.source},
          {"says", rule.says},
          {"verdict", ray.accepted ? kind_word(ray.kind) : "rejected"},
          {"inverted", ray.inverted},
          {"contact", ray.contact ? json(model, *ray.contact) : Json(nullptr)}};
}

Json json(const VertexTangle& tangle, const Model& model) {
  Json contours = Json::array();
  for (const auto& [place, contour] : tangle.contours) {
    contours.push_back(
        {{"number", place}, {"closed", contour.closed}, {"pairs", contour.pairs}, {"length", number(contour.length)}});
  }
  Json region = nullptr;
  if (tangle.region) {
    const auto& [place, found] = *tangle.region;
    region = {{"number", place},
              {"object", model.objects[found.object].name},
              {"vertices", found.vertices},
              {"contours", found.contours},
              {"goes_back", found.goes_back}};
  }
  return {{"of_contours", tangle.all_contours},
          {"contours", contours},
          {"region", region},
          {"way", json(tangle.way)},
          {"depth", number(tangle.depth)}};
}

}  // namespace

std::string inspection_json(const Model& model, const VertexInspection& record, const InspectionContext& context) {
  Json out = {{"scene", context.scene},
              {"device", context.device},
              {"frame", context.frame},
              {"vertex", model.file_vertex[record.vertex]},
              {"object", model.objects[model.vertex_object[record.vertex]].name},
              {"position", json(record.position)},
              {"before", json(record.before)},
              {"normal", json(record.normal)},
              {"velocity", json(record.velocity)},
              {"position_after", json(context.position_after)},
              {"push",
               {{"of_step", json(record.push_of_step)},
                {"since_detection", json(record.push_since_detection)},
                {"by_net", json(record.net_of_step)},
                {"by_untangling", json(record.untangling_of_step)}}},
              {"crossing", context.tangle.empty() ? Json(nullptr) : json(context.tangle, model)},
              {"rays", Json::array()},
              {"others", Json::array()}};
  for (const RayInspection& ray : record.rays) out["rays"].push_back(json(model, ray));
  for (const ContactView& contact : record.others) out["others"].push_back(json(model, contact));
  return out.dump(2) + "\n";
}

}  // namespace raycloth
