// `raycloth inspect`: what the last detection of a frame decided about one vertex, and by which rule.
//
// The JSON object (metres, seconds; vertices and triangles by the model's numbers, which run along a space-filling
// curve within each object; source_vertex counts the object's mesh as it was read):
//   scene, device, frame, vertex, object, source_vertex
//   position, before, normal, velocity   of the vertex at the last detection; before: where the detection before saw it
//   position_after                       at the end of the frame
//   push {of_step, since_detection}      by which contacts, friction and the ground moved it
//   rays [ two for each object that was near enough to be asked
//     ray "outward" | "inward", target, direction, cast (how far)
//     hit null | { triangle, vertices, barycentric, face "front" | "back",
//                  length, reprojected, judged (the one of both that the settings chose),
//                  touching (e + e'), reach (of predictions), exit_distance (of a solid's inward ray),
//                  side, remembered_side, rightful_side (+1, -1 about the triangle's normal; 0: plays no part) }
//     rule, source (place in the paper), says (the rule in words)
//     verdict "collision" | "prediction" | "rejected", inverted
//     contact null | { kind, features "vertex_triangle" | "edges", vertices, weights, triangle, normal, distance,
//                      rest_distance, inverted } ]
//   others [ contacts of other vertices, and of edges, that act on this vertex, each like `contact` ]
#pragma once

#include <string>

#include "app/run/scene_options.h"
#include "sim/model/model.h"

namespace raycloth {

struct InspectOptions {
  SceneOptions scene;
  int frame = 1;
  std::string vertex;  // "1204", a number of the model, or "OBJECT:214", a vertex of that object's mesh
  bool json = false;
};

/// Runs to the frame and prints. Returns 0; throws InputError where there is no such vertex.
int inspect_vertex(const InspectOptions& options);

/// The model's number of the vertex that `words` names. Throws InputError.
int named_vertex(const Model& model, const std::string& words);

}  // namespace raycloth
