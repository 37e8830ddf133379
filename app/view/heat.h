// Quantities on the cloth as colours: which there are, their values at the vertices, their range and legend. Knows
// neither OpenGL nor panels. Units: SI; shown in those of HeatInfo.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace raycloth {

enum class Heat : int { off, strain, thickness, clearance, contacts, speed, impulse, distance, count };

/// How a quantity is named, in files and panels, and shown.
struct HeatInfo {
  const char* name;  // as `--heat` takes it
  const char* unit;  // in which it is shown
  float factor;      // of the SI unit in it
  const char* help;
  const char* grey = "";       // what grey means, where it can be seen
  bool of_comparison = false;  // only where A and B are compared
  bool of_blows = false;       // a moment may have far more of it than all that follow
};
inline constexpr std::array<HeatInfo, static_cast<int>(Heat::count)> kHeats{
    {{"off", "", 1, "fabric as it is", ""},
     {"strain", "%", 100, "largest stretch of the triangles at a vertex, in any direction of the fabric", ""},
     {"thickness", "mm", 1000, "of the fabric, both halves", ""},
     {"clearance", "mm", 1000, "between surfaces, to the nearest that the last detection found", "grey: none near"},
     {"contacts", "", 1, "the gravest contact of the last detection that a vertex takes part in", ""},
     {"speed", "m/s", 1, "of the vertices", ""},
     {"impulse", "\xc2\xb5N s", 1e6f,
      "of contacts on a vertex in the last substep, friction included, the ground aside", "grey: none", false, true},
     {"distance", "mm", 1000, "on B: from the same vertex in A, while both are compared", "", true}}};

/// What is known of a moment; velocities, contacts and impulses only where the quantity is made of them.
struct HeatSource {
  const Model& model;
  std::span<const Vec4> positions, velocities;
  std::span<const ContactView> contacts;
  std::span<const Material> materials;  // per object
  std::span<const Vec4> twin{};         // positions of the same vertices in A, of a B that is compared with it
  std::span<const Vec3> impulses{};     // per vertex, as Simulation::contact_impulses; empty: none
  std::span<const float> factors{};     // of half thickness per vertex, in place of the model's; empty: those
};

/// Per vertex in SI units, contacts as the places of their words; not a number where there is nothing to tell.
std::vector<float> heat_values(Heat heat, const HeatSource& source);

/// The upper end of a legend that begins at 0, in SI units: 1, 2 or 5 times a power of ten in the shown unit, not below
/// what 99 of 100 values do not exceed (nearest rank).
float heat_range(Heat heat, std::span<const float> values);

/// RGBA8 per vertex. What exceeds the range has its last colour, what has no value is grey.
std::vector<uint32_t> heat_colors(Heat heat, std::span<const float> values, float range);

/// Classes of contacts, with the colours that lines have (app/view/marks/lines.h).
struct HeatClass {
  const char* name;
  uint32_t color;  // RGBA8
};
std::span<const HeatClass> contact_classes();

}  // namespace raycloth
