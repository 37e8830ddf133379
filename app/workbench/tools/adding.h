// A mesh that was dropped or opened, or a sheet that is made, and what it is to become in the present scene, until a
// person has said so. Knows neither window nor panels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/scene/document.h"

namespace raycloth {

/// What a mesh can become: a kind, and how it moves.
struct Becoming {
  const char* name;
  ObjectKind kind;
  MotionKind motion;
  const char* help;
};
inline constexpr Becoming kBecomings[] = {
    {"cloth", ObjectKind::cloth, MotionKind::fixed, "falls, folds and is pulled"},
    {"solid", ObjectKind::solid, MotionKind::fixed, "a closed surface that stays where it is"},
    {"shell", ObjectKind::shell, MotionKind::fixed, "any other surface that stays where it is"},
    {"rigid", ObjectKind::solid, MotionKind::rigid, "a closed surface that falls and keeps its shape"},
    {"soft", ObjectKind::solid, MotionKind::soft, "a closed surface that falls and swings back to its shape"}};

struct Adding {
  /// Reads the mesh and proposes how it is added to `scene`: cloth above all that is there, another surface beside it.
  /// Throws InputError.
  Adding(const std::filesystem::path& file, const Scene& scene);
  /// A sheet, of cloth.
  Adding(const NewSheet& sheet, const Scene& scene);

  void become(const Becoming& what, const Scene& scene);
  /// Of a sheet: another one, where it is.
  void resize(const NewSheet& sheet);

  NewObject object;
  Mesh mesh;           // as object.placement had it when it was proposed
  Placement proposed;  // likewise
  std::vector<std::string> warnings;
};

}  // namespace raycloth
