// Simulation on one device: owns the world and its queue, keeps buffers large enough, and copies out what the rest of
// the program looks at. run.cpp runs steps, solver.cpp takes changes, solver_state.cpp sets, saves and shows the
// state, pins.cpp and cuts.cpp change what the model is.
#pragma once

#include <atomic>
#include <optional>

#include "device/queue.h"
#include "sim/backends.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A copy on the host that is fetched when it is asked for and dropped when the state moves on.
struct HostCopy {
  std::vector<Vec4> values;
  bool valid = false;

  std::span<const Vec4> of(const Buffer<Vec4>& buffer) {
    if (!valid) values = buffer.download();
    valid = true;
    return values;
  }
};

/// Of an array that was short, or nearly.
inline long long with_head_room(long long peak) { return 2 * peak; }

class Solver final : public Simulation {
 public:
  /// `handlers` makes the one that settings.handler names.
  Solver(const Model& model, const Settings& settings, int threads, HandlerFactory handlers);

  const Model& model() const override { return model_; }
  std::string device_name() const override { return device_name_; }
  bool on_cuda() const override { return RAYCLOTH_ON_CUDA; }
  double time() const override { return time_; }
  long long frame() const override { return frame_; }
  const Settings& settings() const override { return world_->settings; }
  const Material& material(int object) const override;
  const StepTimings& timings() const override { return timings_; }
  StepCounters counters() override { return counters_; }
  std::vector<KernelTraffic> traffic() override;

  void step() override;
  void abandon() override { abandoned_ = true; }
  void reset() override;
  void change(const Settings& settings) override;
  void change(int object, const Material& material) override;
  std::span<const Vec4> positions() override { return host_positions_.of(world_->state.positions); }
  std::span<const Vec4> velocities() override { return host_velocities_.of(world_->state.velocities); }
  std::span<const Vec4> normals() override { return host_normals_.of(world_->state.normals); }
  std::vector<ContactView> contacts() override { return download_contacts(*world_); }
  Tangle tangle() override;
  std::vector<Vec3> net_moves() override;
  std::vector<Vec3> contact_impulses() override;
  std::vector<Vec3> hierarchy_boxes(int object, int level) override;
  using Simulation::set_state;
  void set_state(std::span<const Vec4> positions, std::span<const Vec4> velocities, double time) override;
  void move_to(std::span<const Vec4> positions, std::span<const Vec4> velocities) override;
  using Simulation::save;
  void save(Snapshot& into) override;
  void restore(const Snapshot& snapshot) override;
  void detect_only() override;
  std::optional<VertexInspection> inspect(int vertex) override;
  void stop_inspecting() override;
  int grab(int triangle, Vec3 barycentric) override;
  using Simulation::move_grab;
  void move_grab(int id, Vec3 target, float strength) override;
  void release(int id) override;
  std::vector<float> grab_forces() override;
  void change_pins(std::span<const int> pinned) override;
  void change_cuts(int object, const std::vector<Cut>& cuts) override;
  std::vector<BufferUse> buffers() const override;
  uint64_t state_hash() override;

 private:
  enum class LastRun { none, step, detection };  // since the state was set from outside

  void state_changed() { host_positions_.valid = host_velocities_.valid = host_normals_.valid = false; }
  void constants_changed();
  void change_handler();
  void forget_past_state();
  void place(std::span<const Vec4> positions, std::span<const Vec4> velocities);
  void run_step();
  void fall_asleep();
  void sleep_on();
  void wake();
  void run_step(Pace pace);
  void set_pace(Pace pace);
  void try_step();
  void go_back(bool keeps_clearances);
  void note_run(LastRun run);
  void repeat_last_run();
  void use(const Settings& settings, const std::vector<Material>& materials);
  void use(int object, const Material& material);
  Grab& held_grab(const char* what, int id);
  void become(Model next);
  bool grow_buffers();
  void enlarge(const std::vector<long long>& capacities);
  void begin_rooms();
  void note_rooms(const std::vector<Room>& now);
  void read_counters();
  void read_timings(float milliseconds);

  std::string device_name_;
  Model model_;
  Queue queue_;
  HandlerFactory handlers_;
  Pace recorded_{};  // of what the queue replays
  std::atomic<bool> abandoned_ = false;
  std::optional<World> world_;  // always, between calls
  std::vector<Material> materials_;
  StepInputs inputs_{};
  HostCopy host_positions_, host_velocities_, host_normals_;
  StepTimings timings_;
  StepCounters counters_;
  std::vector<long long> peaks_;      // of the rooms
  std::vector<long long> more_room_;  // that they get before the next step; empty: they do
  QueuedRun step_;                    // the last
  LastRun last_run_ = LastRun::none;
  bool changed_since_run_ = true;
  bool asleep_ = false;
  Settings run_settings_;  // those of the last run
  std::vector<Material> run_materials_;
  double time_ = 0;
  long long frame_ = 0;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
