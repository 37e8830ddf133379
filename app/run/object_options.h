// Objects of a scene removed, added, placed and named by words of a command line: what the window does by hand. Each is
// one text, a name or a file first and then key=value:
//
//   --remove "lower sheet"
//   --add "sheet size=1,2 cells=64,128 at=0,1,0"                      flat, of cloth
//   --add "more.json"                                                 all objects of a scene, where they are there
//   --add "torus.obj as=rigid at=0,1,0 turn=0,45,0 fit=0.4 name=ring color=0.8,0.2,0.1"
//   --add "walk.glb as=moving animation=walk"                         as its animation says, which is usual where it
//   has one
//   --place "ball at=0,0.5,0 turn=0,0,30 scale=1.2"
//   --look "ball name=globe color=0.2,0.3,0.9 hidden=yes"
//   --paint "sheet at=0,1,0 radius=0.1 factor=3"                      thickness, as it begins, by one dab of a brush
//   --cut "sheet path=-1,0,0 0,0,0.2 1,0,0 along=0,-1,0"              as it begins, under a line that is seen that way
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/model/model.h"
#include "sim/scene/scene.h"

namespace raycloth {

struct ObjectOptions {
  std::vector<std::string> remove{}, add{}, place{}, look{}, paint{}, cut{};  // done in this order

  bool empty() const {
    return remove.empty() && add.empty() && place.empty() && look.empty() && paint.empty() && cut.empty();
  }
};

/// All cuts of an object.
struct ObjectCuts {
  int object;
  std::vector<Cut> cuts;
};

/// What the words of --cut make of a cloth of `model` whose vertices are now at `positions` (of the model). Throws
/// InputError naming the option and what is wrong.
ObjectCuts with_cut(const std::string& text, const Model& model, std::span<const Vec4> positions);

/// The scene that its document becomes by them. Throws InputError naming the option and what is wrong.
void apply(const ObjectOptions& options, Scene& scene);

}  // namespace raycloth
