// `raycloth inspect`: what the last detection of a frame decided about one vertex, and by which rule.
//
// The JSON object (metres, seconds; vertices and triangles by the numbers of their object's file, from 0:
// app/run/output/naming.h; the triangles that one face is cut into share its number):
//   scene, device, frame, vertex, object
//   position, before, normal, velocity   of the vertex at the last detection; before: where the detection before saw it
//   position_after                       at the end of the frame
//   push {of_step, since_detection}      by which contacts, friction and the ground moved it
//        {by_net, by_untangling}         by which the safety net and untangling did in the step
//   crossing null where nothing crosses at the frame's end | { of_contours (that there are),
//     contours [ that pass an edge or a triangle of the vertex: number (from 0), closed, pairs, length ],
//     region null | { number (from 0), object, vertices, contours (numbers of those that bound it),
//                     goes_back (true: through them; it is smaller than what is beyond) },
//     way (a unit vector on which untangling takes it, or 0), depth (to its side; 0 where none is known) }
//   rays [ two for each object that was near enough to be asked
//     ray "outward" | "inward", target, direction, cast (how far)
//     hit null | { triangle, vertices, barycentric, face "front" | "back",
//                  length, reprojected, judged (the one of both that the settings chose),
//                  touching (e + e'), reach (of predictions), exit_distance (of a solid's inward ray),
//                  side, remembered_side, rightful_side (+1, -1 about the triangle's normal; 0: plays no part) }
//     rule, source (place in the paper), says (the rule in words)
//     verdict "collision" | "prediction" | "rejected", inverted
//     contact null | { kind, features "vertex_triangle" | "edges", objects (of the first point that is held apart, and
//                      of the second), vertices, weights (of the first point > 0, of the second < 0), triangle (null
//                      for edges), normal, distance, rest_distance, inverted, caught (found by neither
//                      rays nor edges: the safety net had to part it before) } ]
//   others [ contacts of other vertices, of edges, and caught ones, that act on this vertex, each like `contact` ]
#pragma once

#include <string>

#include "app/run/scene_options.h"

namespace raycloth {

struct InspectOptions {
  SceneOptions scene;
  int frame = 1;
  std::string vertex;  // "OBJECT:214", or "214" of the only cloth (app/run/output/naming.h)
  bool json = false;
};

/// Runs to the frame and prints. Returns 0; throws InputError where there is no such vertex.
int inspect_vertex(const InspectOptions& options);

}  // namespace raycloth
