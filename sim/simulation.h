// The backend-neutral face of a running scene: create, step, look, touch. The window, the headless runs and the
// tests know this header and no other of the solver. One thread at a time may call a Simulation, save abandon().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/math.h"
#include "device/stages.h"
#include "sim/inspection.h"
#include "sim/model/model.h"
#include "sim/settings.h"
#include "sim/snapshot.h"
#include "sim/tangle.h"

namespace raycloth {

enum class DeviceChoice : int { automatic, cpu, cuda };

/// Which device `create` would take, and a line that says why.
struct DeviceInfo {
  bool cuda_built = false;    // this binary holds the CUDA half
  bool cuda_answers = false;  // and a device can be used
  std::string cuda_name;      // its name, driver and memory, or why there is none
  std::string cpu_name;       // processor and threads
  std::string chosen;         // what `auto` takes and why, one line
};
DeviceInfo device_info();

/// Work of the last step, by the name that the handler gives it.
struct NamedCount {
  std::string name;
  long long count = 0;
};

/// Counters of the last step.
struct StepCounters {
  long long launches = 0;                               // parallel loops that a step consists of
  long long recordings = 0;                             // graphs recorded so far, on CUDA: one for many steps
  long long allocations = 0;                            // of device memory so far, by the whole process
  int collisions = 0, predictions = 0, inversions = 0;  // of the last detection of the step
  /// Of all detections, as the handler tells: of `rays`, rays cast and rays_skipped (what they hit is known);
  /// while counting is on also nodes and triangle_tests of rays, edge_packs and edge_tests of edges against edges.
  std::vector<NamedCount> work;

  /// 0 where nothing of that name was counted.
  long long of(std::string_view name) const;
};

/// What a kernel did in the last step; "copy", "clear" and "scan" go through their bytes.
struct KernelTraffic {
  std::string name;
  long long launches = 0, indices = 0;  // of all launches
  long long bytes = 0;                  // read and written, as device/traffic.h counts them
};

/// Milliseconds of the last step per stage, in the report's order: always the same ones for a handler, those of the
/// detection as the handler names them.
struct StepTimings {
  std::vector<StageTime> stages;
  float detect = 0;  // all of the detection's
  float step = 0;    // the whole step on the wall clock
};

struct BufferUse {
  std::string name;
  long long capacity = 0, peak = 0;  // elements
};

/// What cannot be done (an index out of range, numbers that are not finite or out of their range) throws InputError and
/// leaves everything as it was.
class Simulation {
 public:
  virtual ~Simulation() = default;

  /// As it was built, apart from inverse masses and bodies, which are of the present materials, and what pins hold.
  /// Another one, with other numbers of vertices and triangles, after change_cuts and after restore.
  virtual const Model& model() const = 0;
  virtual std::string device_name() const = 0;
  virtual bool on_cuda() const = 0;

  /// Advances by settings().time_step.
  virtual void step() = 0;
  /// From any thread: a step or a detection under way ends at its next detection or substep (on CUDA, once recorded, at
  /// its end), and later steps do nothing. The state is no state any more: all that is left is to destroy this.
  virtual void abandon() = 0;
  virtual void reset() = 0;             // back to the model's state at time 0, grabs released; materials stay
  virtual double time() const = 0;      // s
  virtual long long frame() const = 0;  // steps taken

  virtual const Settings& settings() const = 0;
  virtual void change(const Settings& settings) = 0;  // takes effect with the next step
  virtual const Material& material(int object) const = 0;
  /// Likewise. What differs from the present material must be in material_list()'s range and belong to the object's
  /// kind: a solid has no half_thickness.
  virtual void change(int object, const Material& material) = 0;

  // Views of the state after the last step, valid until the next call of step, reset or a destructor.
  virtual std::span<const Vec4> positions() = 0;    // xyz, w = inverse mass
  virtual std::span<const Vec4> velocities() = 0;   // xyz in m/s, w = 0
  virtual std::span<const Vec4> normals() = 0;      // unit vertex normals, w = 0
  virtual std::vector<ContactView> contacts() = 0;  // of the last detection
  /// What crosses in the present state, found anew unless it is known that nothing does.
  virtual Tangle tangle() = 0;
  /// Per vertex, m: by how much the safety net moved it in the last step; empty where it moved none.
  virtual std::vector<Vec3> net_moves() = 0;
  /// Per vertex, N s: of contacts, friction included and the ground aside, in the last substep of the last step; empty
  /// where there was no step, and of handlers whose contacts have no impulses.
  virtual std::vector<Vec3> contact_impulses() = 0;
  /// Boxes (min, max pairs) of the hierarchy of `object`: level 0 is its bounds, each further level up to eight
  /// times as many, the last the boxes of eight triangles in a row; empty past that.
  virtual std::vector<Vec3> hierarchy_boxes(int object, int level) = 0;

  /// Overwrites positions (xyz only), velocities and the time, on which depends where kinematic objects go next;
  /// sizes as the views', all numbers finite. For tests.
  virtual void set_state(std::span<const Vec4> positions, std::span<const Vec4> velocities, double time) = 0;
  void set_state(std::span<const Vec4> positions, std::span<const Vec4> velocities) {
    set_state(positions, velocities, time());
  }

  /// Moves everything there as a step would: time stands still, and what the last detection knew of rays and sides is
  /// kept, with this as the motion since. Cloth that this puts deep into a solid goes back as far as that is in its way
  /// (sim/model/take_out.h), and what touches is laid apart (sim/model/lay_apart.h). Sizes as set_state's.
  virtual void move_to(std::span<const Vec4> positions, std::span<const Vec4> velocities) = 0;

  /// Lays the running scene aside and takes it up again: steps after `restore` are to the bit those that followed
  /// `save`, in this or in another simulation of the same model. Until then there are no contacts to look at.
  virtual void save(Snapshot& into) = 0;  // takes up the memory that `into` has
  Snapshot save() {
    Snapshot snapshot;
    save(snapshot);
    return snapshot;
  }
  virtual void restore(const Snapshot& snapshot) = 0;

  /// Detects contacts for the present state without moving anything (tests, inspection).
  virtual void detect_only() = 0;

  /// What the last detection decided about a vertex, and why; nothing before the first detection of a state. From
  /// then on every step records it as well. Does the last step again the first time that a vertex is asked for, with
  /// the settings and materials it had; the state stays as it is.
  virtual std::optional<VertexInspection> inspect(int vertex) = 0;
  virtual void stop_inspecting() = 0;

  // Grabs: a spring from a point of a triangle of cloth or of a body to `target`, with a force limit. Weights are not
  // negative and add up to 1; only what is held can be moved and released. At most kMaxGrabs.
  static constexpr int kMaxGrabs = 8;
  static constexpr float kMostGrabForce = 6;  // N: lifts a square metre of heavy cloth, and no pull gets harder
  virtual int grab(int triangle, Vec3 barycentric) = 0;  // id, or -1 when all are in use
  /// From now on the grab pulls with that part of kMostGrabForce at most, 0 to 1.
  virtual void move_grab(int id, Vec3 target, float strength) = 0;
  void move_grab(int id, Vec3 target) { move_grab(id, target, 1); }
  virtual void release(int id) = 0;
  /// N with which each pulled at the end of the last step, by id; 0 of what holds nothing.
  virtual std::vector<float> grab_forces() = 0;

  /// These vertices of cloth and no others are held where they are from now on, at rest; what is let go of weighs again
  /// what its material says. Lasts through a reset. model() tells of them, and so do inverse masses, which are 0.
  virtual void change_pins(std::span<const int> pinned) = 0;

  /// Cuts a cloth like this, in place of the cuts that it has: what was cut otherwise is whole again. Vertices that
  /// both have stay where they are and as fast as they are, new ones begin between them; a side that parted comes back
  /// to the other, from no farther than most_parted (sim/model/cuts.h). Grabs keep hold. What was known of contacts is
  /// forgotten. Lasts through a reset, as pins do.
  virtual void change_cuts(int object, const std::vector<Cut>& cuts) = 0;
  /// Those that it has.
  const std::vector<Cut>& cuts(int object) const;

  virtual StepCounters counters() = 0;
  virtual const StepTimings& timings() const = 0;
  /// By kernel; of a step with settings().count_work on, or the tracers' bytes are missing.
  virtual std::vector<KernelTraffic> traffic() = 0;
  virtual std::vector<BufferUse> buffers() const = 0;

  /// 64-bit hash of all positions and velocities, bit by bit: equal from run to run, for any thread count,
  /// and on CPU and CUDA.
  virtual uint64_t state_hash() = 0;
};

/// Builds the device state for `model`. `threads` 0 is all. Throws std::runtime_error when `choice` is cuda
/// and none answers (the message says why).
std::unique_ptr<Simulation> create(const Model& model, const Settings& settings, DeviceChoice choice, int threads = 0);

/// The present ones, per object.
std::vector<Material> materials_of(const Simulation& simulation);

}  // namespace raycloth
