// The record of one vertex in words: JSON for scripts, lines for people. The window's panel uses the same words. Knows
// no simulation, only the record and the model.
#pragma once

#include <string>
#include <vector>

#include "sim/inspection.h"
#include "sim/model/model.h"
#include "sim/tangle.h"

namespace raycloth {

/// "vertex 214 of 'skirt', a cloth"
std::string vertex_heading(const Model& model, int vertex);

/// "outward ray to 'ball': collision, inverted"
std::string ray_heading(const Model& model, const RayInspection& ray);

/// The rule that decided, in words, with its place in the paper.
std::string rule_text(const RayInspection& ray);

/// What the verdict rests on, a line each: what was met, the lengths, the sides.
std::vector<std::string> ground_lines(const Model& model, const RayInspection& ray);

/// "held at 10 mm, now 7.99 mm along (0, 1, 0), weights (1, -0.2, -0.5, -0.3)"
std::string contact_text(const ContactView& contact);

/// Whose contact it is: "vertex 12 of 'skirt' against triangle 88 of 'body'", or two edges.
std::string features_text(const Model& model, const ContactView& contact);

/// Why it has no rays.
const char* no_rays_text(const VertexInspection& record);

/// How far contacts, friction and the ground moved the vertex.
std::string push_text(const VertexInspection& record);

/// What crosses there, a fact a line: the contours that pass, the region, the way on which the vertex is taken.
std::vector<std::string> tangle_lines(const Model& model, const VertexTangle& tangle);

/// Where and when a record was made.
struct InspectionContext {
  std::string scene, device;
  long long frame;
  Vec3 position_after;  // m, of the vertex at the frame's end
  VertexTangle tangle;  // then
};

/// All of it, a fact a line.
std::string inspection_text(const Model& model, const VertexInspection& record, const InspectionContext& context);

/// One JSON object; app/cli/inspect.h documents its fields.
std::string inspection_json(const Model& model, const VertexInspection& record, const InspectionContext& context);

}  // namespace raycloth
