// A mesh that was dropped or opened, or a sheet that is made, and what it is to become in the present scene, until a
// person has said so. Knows neither window nor panels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/run/becoming.h"
#include "sim/scene/document.h"

namespace raycloth {

struct Adding {
  /// Reads the mesh and proposes what it becomes, and how it is added to `scene`: what falls above all that is there,
  /// another surface beside it.
  /// Throws InputError.
  Adding(const std::filesystem::path& file, const Scene& scene);
  /// A sheet, of cloth.
  Adding(const NewSheet& sheet, const Scene& scene);

  void become(const Becoming& what, const Scene& scene);  // one of kBecomings
  /// Of a sheet: another one, where it is.
  void resize(const NewSheet& sheet);

  NewObject object;
  const Becoming* what = nullptr;       // it is to become; never null after the constructor
  std::vector<std::string> animations;  // of the file; not empty: it can be a moving obstacle
  Mesh mesh;                            // as object.placement had it when it was proposed
  Placement proposed;                   // likewise
  std::vector<std::string> warnings;

 private:
  void find_animations();

  bool closed_ = false;
};

}  // namespace raycloth
