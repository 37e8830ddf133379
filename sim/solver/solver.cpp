// Simulation on one device: owns the world and its queue, keeps buffers large enough, and copies out what the rest of
// the program looks at.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "device/queue.h"
#include "sim/backends.h"
#include "sim/solver/step.h"
#include "sim/solver/traffic.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

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

constexpr float kGrabForce = 6.0f;        // N: lifts a square metre of heavy cloth, and no pull gets harder
constexpr float kGrabCompliance = 1e-3f;  // m/N

int with_head_room(int peak) { return peak + peak / 2; }

}  // namespace

class Solver final : public Simulation {
 public:
  Solver(const Model& model, const Settings& settings, int threads)
      : model_(model), queue_(threads), world_(queue_, model_, settings), materials_(model.objects.size()) {
    for (size_t i = 0; i < materials_.size(); ++i) materials_[i] = model.objects[i].material;
    constants_changed();
    reset();
  }

  const Model& model() const override { return model_; }
  std::string device_name() const override { return availability().description; }
  bool on_cuda() const override { return RAYCLOTH_ON_CUDA; }
  double time() const override { return time_; }
  long long frame() const override { return frame_; }
  const Settings& settings() const override { return world_.settings; }
  const Material& material(int object) const override { return materials_[object]; }
  const StepTimings& timings() const override { return timings_; }
  StepCounters counters() override { return counters_; }
  std::vector<KernelTraffic> traffic() override { return measure_traffic(step_work_, world_); }

  void step() override;
  void abandon() override { world_.abandoned = true; }
  void reset() override;
  void change(const Settings& settings) override;
  void change(int object, const Material& material) override;
  std::span<const Vec4> positions() override { return host_positions_.of(world_.state.positions); }
  std::span<const Vec4> velocities() override { return host_velocities_.of(world_.state.velocities); }
  std::span<const Vec4> normals() override { return host_normals_.of(world_.state.normals); }
  std::vector<ContactView> contacts() override { return download_contacts(world_.detection); }
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
  void move_grab(int id, Vec3 target) override;
  void release(int id) override;
  std::vector<BufferUse> buffers() const override;
  uint64_t state_hash() override;

 private:
  enum class LastRun { none, step, detection };  // since the state was set from outside

  void state_changed() { host_positions_.valid = host_velocities_.valid = host_normals_.valid = false; }
  void constants_changed();
  void forget_past_state();
  void place(std::span<const Vec4> positions, std::span<const Vec4> velocities);
  void run_step();
  void note_run(LastRun run);
  void repeat_last_run();
  void use(const Settings& settings, const std::vector<Material>& materials);
  bool grow_buffers();
  void read_timings(float milliseconds);

  Model model_;
  Queue queue_;
  World world_;
  std::vector<Material> materials_;
  StepInputs inputs_{};
  HostCopy host_positions_, host_velocities_, host_normals_;
  StepTimings timings_;
  StepCounters counters_;
  long long step_launches_ = 0;
  std::vector<QueuedWork> step_work_;
  LastRun last_run_ = LastRun::none;
  bool changed_since_run_ = true;
  Settings run_settings_;  // those of the last run
  std::vector<Material> run_materials_;
  int peak_jobs_ = 0, peak_contacts_ = 0;
  double time_ = 0;
  long long frame_ = 0;
};

void Solver::step() {
  const auto start = std::chrono::steady_clock::now();
  if (!world_.abandoned) run_step();
  while (!world_.abandoned && grow_buffers()) run_step();
  if (world_.abandoned) return static_cast<void>(++frame_);  // whoever steps up to a frame gets there
  note_run(LastRun::step);
  for (Grab& grab : inputs_.grabs) grab.from = grab.target;
  time_ += world_.settings.time_step;
  ++frame_;
  state_changed();
  read_timings(std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count());
}

/// Saves the state first: a step that ran out of room is done again from there.
void Solver::run_step() {
  world_.state.inputs.upload({&inputs_, 1});
  upload_poses(world_.kinematics, model_, world_.settings, time_);
  queue_.replay([this] {
    raycloth::RAYCLOTH_DEVICE::save(queue_, world_, world_.start_of_step);
    reset_counters(queue_, world_.detection);
    const long long before = queue_.launches();  // a replay makes none: what was recorded counts
    raycloth::RAYCLOTH_DEVICE::step(queue_, world_);
    step_launches_ = queue_.launches() - before;
    step_work_ = queue_.take_work();
  });
  queue_.synchronize();
}

/// Whether a buffer was too small in the last run: then it is larger now and the state is that before the step.
bool Solver::grow_buffers() {
  Detection& detection = world_.detection;
  const DetectCounters counted = detection.counters.download()[0];
  peak_jobs_ = std::max(peak_jobs_, counted.most_jobs);
  peak_contacts_ = std::max(peak_contacts_, counted.most_contacts);
  const bool jobs_short = counted.most_jobs > static_cast<int>(detection.jobs.size());
  const bool contacts_short = counted.most_contacts > static_cast<int>(detection.triangles.size());
  counters_ = {step_launches_,
               queue_.recordings(),
               memory::allocations(),
               counted.collisions,
               counted.predictions,
               counted.inversions,
               static_cast<long long>(counted.rays),
               static_cast<long long>(counted.rays_skipped),
               static_cast<long long>(counted.nodes),
               static_cast<long long>(counted.triangle_tests),
               static_cast<long long>(counted.edge_nodes),
               kGroup * static_cast<long long>(counted.edge_tests)};
  if (!jobs_short && !contacts_short) return false;
  queue_.forget();
  queue_.run([this] { raycloth::RAYCLOTH_DEVICE::restore(queue_, world_, world_.start_of_step); });
  queue_.synchronize();
  if (jobs_short) grow_jobs(world_, with_head_room(counted.most_jobs));
  if (contacts_short) grow_contacts(world_, with_head_room(counted.most_contacts));
  return true;
}

void Solver::read_timings(float milliseconds) {
  const float* stages = queue_.stage_milliseconds();
  std::copy_n(stages, static_cast<int>(Stage::count), timings_.stages);
  const auto of = [&](Stage stage) { return timings_.stages[static_cast<int>(stage)]; };
  timings_.detect = of(Stage::broad_phase) + of(Stage::refit) + of(Stage::trace) + of(Stage::classify);
  timings_.step = milliseconds;
}

void Solver::reset() {
  world_.state.positions.upload(model_.positions);
  world_.state.velocities.upload(model_.velocities);
  world_.state.bodies.upload(fit_bodies(model_, world_.bodies.host, model_.positions, model_.velocities));
  inputs_ = {};
  time_ = 0;
  frame_ = 0;
  forget_past_state();
}

void Solver::forget_past_state() {
  last_run_ = LastRun::none;
  queue_.run([this] {
    find_normals(queue_, world_.state);
    forget_past(queue_, world_.detection);
    forget_impulses(queue_, world_.response);
  });
  queue_.synchronize();
  state_changed();
}

void Solver::constants_changed() {
  queue_.run([this] { prepare(queue_, world_); });
  queue_.synchronize();
}

void Solver::change(const Settings& settings) {
  validate(settings);
  changed_since_run_ = true;
  world_.settings = settings;
  world_.detection.scene.speed_limit = settings.speed_limit;
  queue_.forget();
  queue_.run([this] { forget_rays(queue_, world_.detection); });  // tracers remember different things
  constants_changed();
}

void Solver::change(int object, const Material& material) {
  materials_[object] = material;
  changed_since_run_ = true;
  queue_.synchronize();
  world_.state.materials.upload(materials_);
  set_half_thickness(world_.detection, object, material.half_thickness);
  queue_.forget();
  constants_changed();
}

/// With the settings and materials it had; it ends in the present state.
void Solver::repeat_last_run() {
  const Settings settings = world_.settings;
  const std::vector<Material> materials = materials_;
  const bool changed = changed_since_run_;
  if (changed) use(run_settings_, run_materials_);
  queue_.run([&] {
    raycloth::RAYCLOTH_DEVICE::restore(queue_, world_, world_.start_of_step);
    last_run_ == LastRun::step ? raycloth::RAYCLOTH_DEVICE::step(queue_, world_)
                               : detect(queue_, world_.detection, detect_options(world_.settings));
  });
  queue_.synchronize();
  if (changed) use(settings, materials);
}

void Solver::use(const Settings& settings, const std::vector<Material>& materials) {
  change(settings);
  for (size_t i = 0; i < materials.size(); ++i) change(static_cast<int>(i), materials[i]);
}

void Solver::note_run(LastRun run) {
  last_run_ = run;
  if (!std::exchange(changed_since_run_, false)) return;
  run_settings_ = world_.settings;
  run_materials_ = materials_;
}

std::optional<VertexInspection> Solver::inspect(int vertex) {
  if (last_run_ == LastRun::none) return {};
  if (world_.detection.inspection.vertex != vertex) {
    world_.detection.inspection.vertex = vertex;
    queue_.forget();
    repeat_last_run();
  }
  if (last_run_ == LastRun::detection) world_.push.upload(std::vector<PushRecord>(1));
  return download_inspection(world_);
}

void Solver::stop_inspecting() {
  world_.detection.inspection.vertex = -1;
  queue_.forget();
}

/// Level 0 is the object's box, level k > 0 the children of the nodes of tree level k - 1.
std::vector<Vec3> Solver::hierarchy_boxes(int object, int level) {
  const Detection& detection = world_.detection;
  const CollisionObject& o = detection.host_objects[object];
  std::vector<Box> boxes;
  if (level == 0) boxes = detection.bounds.download(object, 1);
  const Tree& tree = o.packs;
  if (level > 0 && level <= tree.levels) {
    const int first = tree.level_first[level - 1], end = level < tree.levels ? tree.level_first[level] : tree.end_node;
    for (const Box8& node : detection.nodes.download(first, end - first)) {
      for (int lane = 0; lane < 8; ++lane) boxes.push_back(node.get(lane));
    }
  }
  std::vector<Vec3> corners;
  for (const Box& box : boxes) {
    if (box.min.x > box.max.x) continue;  // a place past the last triangle
    corners.push_back(xyz(box.min));
    corners.push_back(xyz(box.max));
  }
  return corners;
}

void Solver::place(std::span<const Vec4> positions, std::span<const Vec4> velocities) {
  std::vector<Vec4> merged(positions.begin(), positions.end());
  for (size_t i = 0; i < merged.size(); ++i) merged[i].w = model_.positions[i].w;
  world_.state.positions.upload(merged);
  world_.state.velocities.upload(velocities);
  world_.state.bodies.upload(fit_bodies(model_, world_.bodies.host, positions, velocities));
}

void Solver::set_state(std::span<const Vec4> positions, std::span<const Vec4> velocities, double time) {
  place(positions, velocities);
  time_ = time;
  forget_past_state();
}

void Solver::move_to(std::span<const Vec4> positions, std::span<const Vec4> velocities) {
  place(positions, velocities);
  last_run_ = LastRun::none;
  queue_.run([this] { find_normals(queue_, world_.state); });
  queue_.synchronize();
  state_changed();
}

void Solver::save(Snapshot& into) {
  queue_.synchronize();
  into.time = time_;
  into.frame = frame_;
  into.settings = world_.settings;
  into.materials = materials_;
  const auto grabs = std::as_bytes(std::span(&inputs_, 1));
  into.grabs.assign(grabs.begin(), grabs.end());
  raycloth::RAYCLOTH_DEVICE::save(world_, into);
}

void Solver::restore(const Snapshot& snapshot) {
  use(snapshot.settings, snapshot.materials);
  raycloth::RAYCLOTH_DEVICE::restore(queue_, world_, snapshot);
  std::memcpy(&inputs_, snapshot.grabs.data(), sizeof inputs_);
  time_ = snapshot.time;
  frame_ = snapshot.frame;
  last_run_ = LastRun::none;
  state_changed();
}

void Solver::detect_only() {
  const auto start = std::chrono::steady_clock::now();
  const DetectOptions options = detect_options(world_.settings);
  do {
    queue_.run([&] {
      raycloth::RAYCLOTH_DEVICE::save(queue_, world_, world_.start_of_step);
      reset_counters(queue_, world_.detection);
      find_normals(queue_, world_.state);
      detect(queue_, world_.detection, options);
    });
    queue_.synchronize();
  } while (grow_buffers());
  note_run(LastRun::detection);
  state_changed();
  read_timings(std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count());
}

int Solver::grab(int triangle, Vec3 barycentric) {
  const auto free =
      std::find_if(std::begin(inputs_.grabs), std::end(inputs_.grabs), [](const Grab& grab) { return !grab.active; });
  if (free == std::end(inputs_.grabs)) return -1;
  const Int3 t = model_.triangles[triangle];
  const auto x = positions();
  const Vec3 point = xyz(x[t.x]) * barycentric.x + xyz(x[t.y]) * barycentric.y + xyz(x[t.z]) * barycentric.z;
  *free = {triangle, t, 1, barycentric, kGrabForce, point, point, kGrabCompliance, {}};
  find_held_vertices(model_, inputs_);
  return static_cast<int>(free - inputs_.grabs);
}

void Solver::move_grab(int id, Vec3 target) { inputs_.grabs[id].target = target; }

void Solver::release(int id) {
  inputs_.grabs[id].active = 0;
  find_held_vertices(model_, inputs_);
}

std::vector<BufferUse> Solver::buffers() const {
  return {{"rays", static_cast<long long>(world_.detection.jobs.size()), peak_jobs_},
          {"contacts", static_cast<long long>(world_.detection.triangles.size()), peak_contacts_}};
}

uint64_t Solver::state_hash() {
  uint64_t hash = 14695981039346656037ull;  // FNV-1a over 32-bit words
  for (const auto& values : {positions(), velocities()}) {
    for (const Vec4& value : values) {
      for (int k = 0; k < 3; ++k) {
        const float component = value[k] + 0.0f;  // -0 and +0 are the same state
        uint32_t word;
        std::memcpy(&word, &component, sizeof word);
        hash = (hash ^ word) * 1099511628211ull;
      }
    }
  }
  return hash;
}

std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads) {
  return std::make_unique<Solver>(model, settings, threads);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
