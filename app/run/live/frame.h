// One moment of a running scene as a display shows it: a whole state, copied, with all that the panels tell about it.
// Made by a runner's thread and never changed once it is published, so any thread may read it without a lock. Knows
// neither OpenGL nor a window. Vertices, triangles and objects by the model's numbers; metres, seconds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/divergence.h"
#include "app/run/live/penetrations.h"
#include "sim/device_memory.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// What stays the same while a scene is open.
struct OpenedScene {
  Scene scene;
  Model model;
  std::string device;  // its name
  bool on_cuda = false;
  std::vector<uint8_t> hidden{};  // per object, not 0: not drawn
};

/// Counts what was asked of a runner, from 1.
using Ticket = uint64_t;

/// What is shown beside the surfaces; made only where somebody wants to see it.
struct Wishes {
  bool contacts = false;
  bool boxes = false;
  int boxes_object = 0, boxes_level = 0;  // 0 is the root
  bool velocities = false;
  bool impulses = false;
  bool crossings = false;
  bool net = false;
  bool buffers = false;

  bool operator==(const Wishes&) const = default;
};

/// A course of the run (app/run/past/timeline.h).
struct TakeView {
  int number, parent;                                        // parent 0: none that is known
  std::string name, note;                                    // the user's
  long long from, last;                                      // frames
  std::vector<std::pair<std::string, std::string>> changes;  // as changes_of() tells (app/run/past/take_facts.h)
  std::vector<long long> cuts;                               // frames in which cloth was cut, ascending
  std::optional<float> distance;  // m, of another take's state in this frame, where it is kept
};

struct PastView {
  long long last_frame = 0;
  std::vector<TakeView> takes;
  int present_take = 0;
  std::vector<int> forgotten;  // numbers of takes that there were too many of
  bool can_repeat = false, session_plays = false, session_finished = false;
};

/// A file that is being written.
struct FileView {
  std::filesystem::path path;
  long long lines;  // of it so far: steps, events
};

/// A hand that holds something, and how hard it pulled at the end of the last step.
struct HandView {
  int hand;     // the asker's number
  float force;  // N
};

struct PenetrationsView {
  long long frame = -1, pairs = 0;  // of the last count; frame -1: none yet
  std::vector<Penetration> bookmarks;
  std::optional<Penetration> shown;
};

struct Frame;
struct HandlersTable;
struct ParityResult;

/// B beside A (app/run/live/twin.h). Nothing of it means anything while there is no B.
struct ComparisonView {
  std::shared_ptr<const Frame> b;  // in the same frame: the state, what acts on it, and its count of crossings
  DeviceChoice choice = DeviceChoice::automatic;
  std::string device;   // its name
  long long since = 0;  // the frame whose state both go on from
  Divergence divergence;
  double ms_a = 0, ms_b = 0;  // medians of the recent steps
};

/// Something that went wrong or was written; empty: what was said before is settled.
struct Message {
  std::string text;
  bool error = false;
};

struct Frame {
  std::shared_ptr<const OpenedScene> opened;
  Ticket done = 0;  // what was asked up to this one has been done

  // the state
  long long number = 0;  // steps taken
  double time = 0;
  std::vector<Vec4> positions, normals;  // as the simulation's views
  // as far as they were wished for
  std::vector<Vec4> velocities;       // as the simulation's view
  std::vector<Vec3> impulses;         // likewise
  std::vector<ContactView> contacts;  // of the last detection
  std::vector<Vec3> net_moves;        // as the simulation's view
  Tangle tangle;
  std::vector<Vec3> boxes;  // pairs of corners
  std::vector<BufferUse> buffers;

  // what acts on it
  Settings settings;
  std::vector<Material> materials;  // per object
  std::vector<int> pins;            // vertices of cloth, ascending
  StepCounters counters;
  std::vector<HandView> hands;                 // that hold something
  int inspected = -1;                          // vertex; -1: none
  std::optional<VertexInspection> inspection;  // nothing before the first detection
  VertexTangle inspected_tangle;               // now

  // the run
  std::optional<MemoryInUse> device_memory;  // of CUDA, where A or B runs there
  bool playing = false;
  double real_time_factor = 0;
  PastView past;
  std::optional<FileView> session, timings;  // on their way to the disk
  PenetrationsView penetrations;
  ComparisonView comparison;
  std::shared_ptr<const ParityResult> parity;  // the last that were asked for; null: none was
  std::shared_ptr<const HandlersTable> handlers;

  // Things that happen once. A display may miss frames, never news: it acts when a count differs from what it last saw.
  Message message;
  long long messages = 0;
  long long saves = 0;                 // of the scene
  std::filesystem::path session_file;  // began to be recorded or played
  long long session_files = 0;
  std::optional<Penetration> visit;  // the run paused here: go and look
  long long visits = 0;
};

/// Writes the state and what acts on it. `hands`: the numbers of grabs, by those of their askers.
void fill_state(Frame& frame, Simulation& simulation, const Wishes& wishes, const std::map<int, int>& hands);

}  // namespace raycloth
