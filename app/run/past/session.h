// A session: what a user did to a running simulation, frame by frame, so that it can be done again to the bit. In
// memory a list of events, on disk JSON lines. Knows neither window nor mouse.
//
//   {"raycloth_session": 1, "scene": "grab", "triangles": 20736, "commit": "1a2b3c4"}
//   {"frame": 0, "set": {"inversion": "off"}}
//   {"frame": 0, "object": "sheet", "material": {"half_thickness": 0.004}}
//   {"frame": 5, "pin": {"sheet": [0, 50]}}            by number in the object's file, as everywhere; likewise "unpin"
//   {"frame": 8, "object": "sheet", "cuts": [{"splits": [[3, 4, 0.5]], "paths": [[2, 51, 8]]}]}     all that it has
//   {"frame": 12, "grab": 0, "object": "sheet", "triangle": 131, "barycentric": [0.25, 0.25, 0.5]}
//   {"frame": 13, "move": 0, "target": [0.1, 0.5, 0]}
//   {"frame": 14, "move": 0, "target": [0.1, 0.5, 0], "strength": 0.5}     of the most that a grab pulls with; else 1
//   {"frame": 90, "release": 0}
//   {"frame": 120, "reset": true}
//
// `frame` is how many steps had been taken when it happened: an event of frame 12 comes before the 13th step. Frames
// ascend, and begin at 0 again after a reset. A grab written by hand may say "rest": [x, y, z] for its triangle: the
// point of the object that was nearest to this place when the scene began, on a sheet of any resolution.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/simulation.h"

namespace raycloth {

struct GrabAction {
  int id;        // 0 .. kMaxGrabs - 1; what Simulation::grab returns
  int triangle;  // of the model
  Vec3 barycentric;
};
struct MoveAction {
  int id;
  Vec3 target;         // m, in the world
  float strength = 1;  // of the most that a grab pulls with
};
struct ReleaseAction {
  int id;
};
struct SettingsAction {
  std::vector<std::pair<std::string, std::string>> values;  // key and text, as `set` takes them; valid together
};
struct MaterialAction {
  int object;
  std::vector<std::pair<std::string, float>> values;  // keys of material_list()
};
struct PinAction {
  std::vector<int> vertices;  // of the model, ascending, each once
  bool on;                    // held from now on, or let go
};
struct CutAction {
  int object;
  std::vector<Cut> cuts;  // that it has from now on: vertices and triangles of the model have other numbers then
};
struct ResetAction {};

using Action = std::variant<GrabAction, MoveAction, ReleaseAction, SettingsAction, MaterialAction, PinAction, CutAction,
                            ResetAction>;

struct SessionEvent {
  long long frame;
  Action action;
};

struct Session {
  std::vector<SessionEvent> events;
};

/// Grabs that are held at its end, by their ids.
std::vector<int> held_after(const Session& session);

/// By its ending.
bool is_session_file(const std::filesystem::path& file);

/// What turns `from` into `to`.
SettingsAction difference(const Settings& from, const Settings& to);
MaterialAction difference(int object, const Material& from, const Material& to);

/// `to` with what acts on the cloth from outside (gravity, wind, air) as `from` has it.
Settings with_environment_of(const Settings& from, Settings to);

/// What is let go, then what is held; those that change nothing are left out. Both ascending.
std::vector<PinAction> difference(const std::vector<int>& from, const std::vector<int>& to);

/// Changes an ascending list of what is pinned.
void put(const PinAction& change, std::vector<int>& pinned);

/// Gives what is named other values. Throw for keys that there are not.
void put(const SettingsAction& change, Settings& settings);
void put(const MaterialAction& change, Material& material);

/// Does it. A grab must get the id that it names: the same grabs were held when it was recorded. Throws
/// std::runtime_error when it does not.
void apply(const Action& action, Simulation& simulation);

/// Adds an event; one that outdoes the last (a grab moved on, a slider drawn on in the same frame) takes its place, and
/// one that changes nothing is left out.
void add(Session& session, long long frame, Action action);

/// Reads a session for `model` with `settings` at its start, and checks that all of it can be done: ids that are
/// held, objects and triangles that there are, cuts that lie on them, settings that fit each other. Throws InputError
/// with file and line.
Session read_session(const std::filesystem::path& file, const Model& model, const Settings& settings);

/// The lines of the file, without the newline; of an event with the model as it was just before.
std::string session_header(const std::string& scene, const Model& model);
std::string session_line(const SessionEvent& event, const Model& model);

}  // namespace raycloth
