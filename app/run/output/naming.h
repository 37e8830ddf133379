// How people call vertices, edges and triangles, wherever they read or type them: by the number in the object's file,
// from 0 (the first line `v` or `f` is 0; a triangle has the number of the face it is cut from); a sheet that no file
// describes counts its own. The model's numbers, in which near ones stand together, stay inside the program.
#pragma once

#include <cstdint>
#include <string>

#include "collision/referee/intersections.h"
#include "sim/model/model.h"

namespace raycloth {

/// "'skirt'"
std::string object_name(const Model& model, int object);

/// "vertex 214 of 'skirt'"
std::string vertex_name(const Model& model, int vertex);

/// "edge 3-4 of 'skirt'"
std::string edge_name(const Model& model, int a, int b);

/// "triangle 88 of 'body'"
std::string triangle_name(const Model& model, int triangle);

/// "edge 3-4 of 'skirt' and triangle 88 of 'body'"
std::string crossing_name(const Model& model, const Crossing& crossing);

/// Of a state, by its hash: 16 hexadecimal digits.
std::string state_name(uint64_t hash);

/// Of an object's hierarchy, as "OBJECT:LEVEL" names it. Throws InputError, beginning with `option`.
struct ObjectLevel {
  int object, level;
};
ObjectLevel find_level(const Model& model, const std::string& words, const std::string& option);

/// The model's number of the vertex that `words` names: "OBJECT:NUMBER", or a number alone, of the scene's only object
/// or only cloth. Throws InputError, beginning with `option`.
int find_vertex(const Model& model, const std::string& words, const std::string& option);

}  // namespace raycloth
