// A scene file as it is edited while it is open: objects added, removed, placed, named, coloured, hidden, painted, cut.
// All of these take the text of a scene file (Scene::document) and return another; what they do not touch stays as it
// was written. Objects by their places in the list. Throw InputError for what no scene file may say. Know no
// simulation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/scene/scene.h"

namespace raycloth {

/// The scene that a document is, as if its file were at `path`: what its paths are seen from.
Scene read_document(const std::string& document, const std::filesystem::path& path);

/// A flat sheet in place of a file's mesh (make_sheet).
struct NewSheet {
  Vec2 size{1, 1};  // m, along x and z
  Int2 cells{64, 64};

  static constexpr float kSmallest = 0.001f, kLargest = 100;
  static constexpr int kMostCells = 2000;
};

/// A mesh or a sheet that becomes an object.
struct NewObject {
  std::filesystem::path mesh;
  std::string name;
  ObjectKind kind = ObjectKind::solid;
  MotionKind motion = MotionKind::fixed;  // of a solid: fixed, rigid or soft; kinematic: as its file is animated
  Placement placement;
  std::optional<float> half_thickness;  // m; absent: as fits
  std::optional<Vec3> color;
  std::optional<NewSheet> sheet{};         // instead of a mesh
  std::optional<std::string> animation{};  // of a kinematic one, by its name, where its file has several
};

/// At the end of the list. `path` as in read_document. A session of the scene goes: it was recorded with other objects.
std::string with_object(const std::string& document, const std::filesystem::path& path, const NewObject& object);

/// A document with all objects of another scene at the end of its list, their places, materials, pins, motions and
/// attachments as they are there; names that are taken get a number.
struct Merged {
  std::string document;
  std::vector<std::string> names;  // of what was added
  std::string left_out;            // what else the other scene says and this one does not: "ground, settings (gravity)"
};
/// `document` is one of `scene` as it has been changed, with these settings. A session of it goes, as in with_object.
Merged with_objects_of(const Scene& other, const Scene& scene, const Settings& settings, const std::string& document);

/// Attachments to it, and a session, go as well. A scene keeps at least one object.
std::string without_object(const std::string& document, int object);

/// What tells an object from others to a person.
struct Look {
  std::string name;
  Vec3 color{0.5f};  // sRGB, 0 to 1
  bool hidden = false;

  bool operator==(const Look&) const = default;
};

/// Per object, not 0: it is not drawn. Of pictures alone, which no simulation knows of; a text that is none hides
/// nothing.
std::vector<uint8_t> hidden_objects(const std::string& document);

/// Attachments to it keep their target.
std::string with_look(const std::string& document, int object, const Look& look);

/// Vertices of an object by their numbers in its file, in place of what chose them by where they were.
struct Chosen {
  std::vector<int> pins;
  std::vector<std::vector<int>> attachments;  // one list for each
};

/// A placed object keeps its chosen vertices, and the point that its keyframes turn about goes with it.
std::string with_placement(const std::string& document, int object, const Placement& placement, const Chosen& chosen);

/// Factors of the half thickness, one for each vertex of the object's file; empty: no map.
std::string with_thickness(const std::string& document, int object, const std::vector<float>& factors);

/// Cuts of cloth in place of those that it has, and what is chosen of it and how thick it is by the numbers that its
/// vertices have then. Without any, before and now, nothing changes.
std::string with_cuts(const std::string& document, int object, const std::vector<Cut>& cuts, const Chosen& chosen,
                      const std::vector<float>& factors);

/// `wanted`, or with a number behind it where an object is called so.
std::string free_name(const Scene& scene, const std::string& wanted);
std::string free_name(const std::vector<std::string>& taken, const std::string& wanted);

}  // namespace raycloth
