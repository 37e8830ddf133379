// Scene: what the files say, on the host, before anything is welded, ordered or coloured (that is Model).
// Knows nothing of devices or drawing. Units: metres, kilograms, seconds; y is up.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collision/kinds.h"
#include "device/math.h"
#include "sim/mesh/cut.h"
#include "sim/mesh/mesh.h"
#include "sim/scene/motion.h"
#include "sim/scene/placement.h"
#include "sim/settings.h"

namespace raycloth {

/// Per-object properties, all of which may change while the scene runs: with a density, the masses.
struct Material {
  float half_thickness = 0.004f;    // m, the paper's e; of a solid: 0
  float areal_density = 0.2f;       // kg/m^2, of cloth
  float warp_stiffness = 1e5f;      // N/m: force per width and strain along the warp
  float weft_stiffness = 1e5f;      // N/m, along the weft
  float shear_stiffness = 5e3f;     // N/m: shearing force per width and radian
  float tension_limit = 500;        // N/m: what stretches beyond what this would stretch it by is taken back
  float bend_stiffness = 5e-5f;     // N m: moment per width and curvature, the plate's B
  float bend_friction = 0;          // N: moment per width by which yarns resist being bent further or back, half of 2HB
  float stretch_damping = 0.0002f;  // s, Kelvin-Voigt relaxation time of the membrane
  float bend_damping = 0.003f;      // s, the same for bending: 5 % of critical at 5 Hz
  float static_friction = 0.4f;     // Coulomb; a contact takes the geometric mean of its two objects
  float kinetic_friction = 0.3f;
  float density = 300;           // kg/m^3, of rigid and soft solids
  float shape_frequency = 12;    // Hz, at which a soft solid swings back to its shape
  float shape_damping = 0.005f;  // s, relaxation time of that swing

  bool operator==(const Material&) const = default;
};

/// What an object is to its material, as bits. Fixed and kinematic solids are plain ones.
namespace matter {
enum Kind : unsigned { cloth = 1, shell = 2, plain_solid = 4, rigid_solid = 8, soft_solid = 16, all = 31 };
}
matter::Kind matter_of(ObjectKind kind, MotionKind motion);

struct MaterialInfo {
  const char* key;
  const char* unit;
  float min, max;
  const char* help;
  float Material::*member;
  unsigned owners;  // bits of matter::Kind: what has this property; of the others nothing reads it
};
std::span<const MaterialInfo> material_list();

/// A word that files and commands may have for a property: a key of material_list(), or one of earlier versions.
struct MaterialWord {
  const char *key, *unit;
  float min, max;                                                       // of what is written
  const MaterialInfo* info;                                             // the property that it means
  float (*meaning)(float written, const MaterialInfo& info) = nullptr;  // of an old word

  float value(float written) const { return meaning ? meaning(written, *info) : written; }
  /// "warp_compliance 0.001 m/N is now warp_stiffness 1000 N/m" of an old word, else nothing.
  std::string news(float written) const;
};
std::optional<MaterialWord> find_material_word(std::string_view key);

/// Throws InputError unless an object of that name and kind has the property; `where` opens the message.
void check_owner(const std::string& where, const std::string& name, matter::Kind kind, const MaterialInfo& info);

/// Vertices chosen by place, in world space after the object's transform.
struct VertexSelection {
  std::vector<Vec3> nearest;  // the one nearest vertex to each point
  struct Box {
    Vec3 min, max;
  };
  std::vector<Box> boxes;      // every vertex inside
  std::vector<int> numbers{};  // in the object's file, from 0

  bool by_place() const { return !nearest.empty() || !boxes.empty(); }
};

/// Ties selected vertices of a cloth to the nearest surface points of `target`.
struct AttachmentDesc {
  std::string target;  // object name
  VertexSelection vertices;
  float compliance = 0;  // m/N
};

struct SceneObject {
  std::string name;
  ObjectKind kind = ObjectKind::cloth;
  Mesh mesh;            // already scaled and placed in world space, and cut
  CutHistory cut;       // of cloth: by what
  Placement placement;  // how it came there
  Motion motion;        // of solids and shells
  Material material;
  std::vector<float> thickness_map;  // factors of half_thickness per vertex of the mesh; empty: 1 everywhere
  std::optional<Vec3> color;         // absent: grey for solids and shells, one of its own for each cloth
  bool self_collision = true;
  VertexSelection pins;
  std::vector<AttachmentDesc> attachments;
};

struct Ground {
  float height = 0;  // m, the plane y = height
  float static_friction = 0.5f, kinetic_friction = 0.4f;
};

struct Camera {
  Vec3 eye, target;
};

struct Scene {
  std::string name, description;
  std::filesystem::path path;  // where it came from
  std::string document;        // text of a scene file in path's folder that is read as this scene (document.h)
  Settings settings;
  std::vector<SceneObject> objects;
  std::optional<Ground> ground;
  std::filesystem::path session;      // what is done to the scene by default; empty: nothing
  std::optional<Camera> camera;       // absent: the view frames the scene
  std::vector<std::string> warnings;  // one line each: "spot.obj: not closed at edge 3-4 ...: used as a shell"
};

/// How a lone mesh on the command line is placed (`--as`).
enum class LoneMesh { automatic, obstacle, cloth };

/// Reads one scene: a .json file, or one or more meshes (.obj, .glb, .gltf), around which a sensible scene is put.
/// Throws InputError with one line: file, place, what was found, what would be right.
Scene load_scene(const std::vector<std::filesystem::path>& files, LoneMesh as = LoneMesh::automatic);

/// Multiplies the cells of every generated sheet by `factor` per side (benches and small tests).
/// Only for scene files; applied while loading.
Scene load_scene_scaled(const std::filesystem::path& json, float sheet_factor);

}  // namespace raycloth
