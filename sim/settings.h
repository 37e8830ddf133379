// Everything that may be changed while a scene runs, apart from per-object materials (sim/scene/scene.h).
// One table, `setting_list()`, names each value once: the scene reader, `--set`, the panels and the help use it.
// Units: metres, seconds, kilograms.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "collision/kinds.h"
#include "device/math.h"

namespace raycloth {

/// Passes over the contacts that a substep may have.
inline constexpr int kMostPasses = 50;

struct Settings {
  // solver
  float time_step = 1.0f / 60.0f;    // s, one step
  int substeps = 20;                 // per step; a multiple of `detections`
  int care_substeps = 8;             // times as many where much would have met (docs/method.md, The safety net)
  int detections = 0;                // collision detections per step; 0, "auto": one, and more where things meet fast
  int contact_iterations = 2;        // Jacobi passes over the contacts, per substep, at most
  float contact_tolerance = 0.005f;  // part of a contact's distance; no pass follows one in which none is moved by more
  float push_out_speed = 0.2f;       // m/s at which an existing overlap may be corrected
  float overlap_tolerance = 0.3f;    // part of a contact's distance; what overlaps less is undone slowly: piles rest
  float warm_start = 1;              // part of a contact's impulse that the next substep begins with
  float speed_limit = 15.0f;         // m/s
  float damping = 0.1f;              // 1/s, of all velocities
  bool sleep = true;                 // what is still everywhere stays as it is until something changes
  // environment
  Vec3 gravity{0, -9.81f, 0};      // m/s^2, y is up
  Vec3 wind{0, 0, 0};              // m/s
  float wind_gust = 0;             // m/s that gusts add to it at most (sim/wind.h)
  float wind_gust_period = 2;      // s from gust to gust
  float wind_turbulence = 0.3f;    // part of a gust that blows in any direction
  float air_density = 1.2f;        // kg/m^3
  float drag_coefficient = 1.28f;  // of a flat plate across the flow
  // collision
  HandlerKind handler = HandlerKind::rays;
  RayTracer rigid_tracer = RayTracer::automatic;       // for targets that keep their shape
  RayTracer deformable_tracer = RayTracer::automatic;  // for cloth and soft targets
  Inversion inversion = Inversion::remembered;
  float prediction_distance = 0.03f;  // m, d_pred
  bool reprojection = true;
  bool predictions = true;                // detect predictions at all
  bool response_uses_predictions = true;  // as speculative contacts; false is the paper
  bool bent_rays = false;                 // toward the motion of the vertex as the target sees it
  bool self_collision = true;
  bool edge_contacts = true;  // edges against edges, where vertex rays see nothing
  bool proximity = true;      // parts of the handler `bridson` (sim/response/bridson/bridson.h): what is nearer than
  bool continuous = true;     // both half thicknesses is pushed apart; what would meet, at most five rounds of it;
  bool impact_zones = true;   // what still would moves as one rigid body
  bool safety_net = true;     // nothing that crosses is let through (sim/response/net)
  bool untangling = true;     // what crosses comes apart (sim/response/untangle/untangle.h)
  bool count_work = false;    // add up rays, nodes visited and triangles tested

  bool operator==(const Settings&) const = default;
};

/// A setting that is one of several words: a value is the place of its word.
struct Choice {
  std::span<const char* const> words;
  int (*get)(const Settings& settings);
  void (*set)(Settings& settings, int value);
};

/// One row of the table: `key` as used in scene files and `--set`, `group` is the panel that shows it, or a part of
/// one.
struct SettingInfo {
  using Member = std::variant<float Settings::*, int Settings::*, bool Settings::*, Vec3 Settings::*, Choice>;
  const char* key;
  const char* group;  // "solver", "environment", "collision", or the name of the handler that alone reads it
  const char* unit;   // "" when it has none
  float min, max;     // inclusive; for Vec3 each component
  const char* help;
  Member member;
  const char* zero = nullptr;  // the word for 0, where 0 has one
};

std::span<const SettingInfo> setting_list();

/// Sets `key` from text ("3", "on", "0 -9.81 0", "last-step"). Throws InputError naming key, value and range.
void set(Settings& settings, std::string_view key, std::string_view value);

/// The value as text that `set` would read back to the same bits.
std::string get(const Settings& settings, std::string_view key);

/// For sliders: where the value of `edited` does not fit the others, it goes to the nearest that does, the lower of
/// two. What was not edited stays.
void fit(Settings& settings, std::string_view edited);

/// The detections of a step that is to have `wanted` of them: what settings say, or, where they leave it open, the
/// fewest that divide substeps and are as many.
int detections_for(const Settings& settings, int wanted);

/// Throws InputError when values do not fit each other (substeps a multiple of detections, ...).
void validate(const Settings& settings);

}  // namespace raycloth
