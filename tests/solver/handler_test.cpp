// The seam of handlers (collision/handler.h): a handler of the tests' own, in a page, is served like the program's.
#include "collision/handler.h"

#include <algorithm>

#include "device/atomic.h"
#include "sim/solver/solver.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

/// What the handler under test was asked for, in order; one test runs at a time.
struct Asked {
  std::string calls;
  int capacity = 1;  // of contacts, at first
  float lifted = 0;  // m that end_interval puts on vertex 0
  bool last_first = true;
} asked;

}  // namespace

namespace cpu {
namespace {

/// Vertices against the triangles of other objects, all against all. Its owners are the vertices, last first where that
/// is asked for.
class BruteForceHandler final : public Handler {
 public:
  explicit BruteForceHandler(HandlerInput input)
      : Handler(input.scene.vertices_count, asked.capacity),
        scene_(input.scene),
        objects_(std::move(input.objects)),
        detections_(1) {
    scene_.objects = objects_.data();
  }

  void detect(Queue& queue, const CollisionOptions&) override {
    asked.calls += 'd';
    queue.begin_stage("search");
    contacts_.begin(queue);
    const CollisionScene scene = scene_;
    const ContactList contacts = contacts_.list();
    const bool last_first = asked.last_first;
    const auto vertex_of = [=](int owner) { return last_first ? scene.vertices_count - 1 - owner : owner; };
    const auto search = [=](int owner, auto visit) {
      const int vertex = vertex_of(owner);
      if (scene.positions[vertex].w == 0) return;
      for (int t = 0; t < scene.triangles_count; ++t) visit_near(scene, vertex, t, visit);
    };
    parallel_for(queue, "brute_count", contacts.owners, 0, [=](int owner) {
      search(owner, [&](Vec3, Vec3, float, int) { ++contacts.offsets[owner]; });
      atomic_add(&contacts.counters->collisions, contacts.offsets[owner]);
    });
    contacts_.place(queue);
    parallel_for(queue, "brute_write", contacts.owners, 0, [=](int owner) {
      int slot = contacts.offsets[owner];
      search(owner, [&](Vec3 weights, Vec3 normal, float distance, int triangle) {
        if (slot >= contacts.capacity) return;
        const int vertex = vertex_of(owner);
        const Int3 t = scene.triangles[triangle];
        contacts.vertices[slot] = Int4(vertex, t.x, t.y, t.z);
        contacts.weights[slot] = Vec4(1, -weights.x, -weights.y, -weights.z);
        contacts.normals[slot] = Vec4(normal, kTouching);
        contacts.distances[slot] = distance;
        contacts.triangles[slot] = triangle;
        contacts.flags[slot++] = 0;
      });
    });
    int* detections = detections_.data();
    parallel_for(queue, "brute_remember", 1, 0, [=](int) { ++*detections; });
    contacts_.keep(queue);
    queue.begin_stage(nullptr);
  }

  void in_substep(Queue&, const MovingState&, float) override { asked.calls += 's'; }
  void end_interval(Queue& queue, const MovingState& state, float) override {
    asked.calls += 'e';
    queue.begin_stage("lift");
    const float by = asked.lifted;
    parallel_for(queue, "brute_lift", 1, 0, [=](int) { state.positions[0].y += by; });
  }
  std::vector<const char*> stages() const override { return {"search", "lift"}; }
  void list_carried(CarriedList& list, const CollisionOptions&) override {
    contacts_.list_carried(list);
    carry(list, detections_);
  }
  std::vector<WorkCount> work() const override { return {{"looks", detections_.download()[0]}}; }

  static constexpr float kTouching = 0.008f;  // m

 private:
  /// visit(weights, normal, distance, triangle) where the vertex's foot lies in the triangle of another object.
  template <class Visit>
  static void visit_near(const CollisionScene& scene, int vertex, int triangle, const Visit& visit) {
    if (scene.triangle_object[triangle] == scene.vertex_object[vertex]) return;
    const Int3 t = scene.triangles[triangle];
    const Vec3 a = xyz(scene.positions[t.x]), b = xyz(scene.positions[t.y]), c = xyz(scene.positions[t.z]);
    const Vec3 p = xyz(scene.positions[vertex]), doubled = glm::cross(b - a, c - a), n = glm::normalize(doubled);
    const float distance = glm::dot(n, p - a), area = glm::length(doubled);
    if (distance < -kTouching || distance > 2 * kTouching) return;
    const float u = glm::dot(n, glm::cross(c - b, p - b)) / area, v = glm::dot(n, glm::cross(a - c, p - c)) / area;
    if (u < 0 || v < 0 || u + v > 1) return;
    visit(Vec3(u, v, 1 - u - v), n, distance, triangle);
  }

  CollisionScene scene_;
  std::vector<CollisionObject> objects_;
  Buffer<int> detections_;  // goes on from step to step
};

std::unique_ptr<Handler> make_brute_force(HandlerKind, HandlerInput input) {
  return std::make_unique<BruteForceHandler>(std::move(input));
}

}  // namespace
}  // namespace cpu

namespace {

/// A sheet of 9 x 9 vertices, 5 mm over a block.
Model sheet_over_block(Settings& settings) {
  settings.substeps = 6;
  settings.detections = 3;
  Scene scene;
  scene.path = "test";
  scene.settings = settings;
  scene.objects = {cloth(move(make_sheet({0.16f, 0.16f}, {8, 8}), {0.003f, 0.013f, 0.001f})),
                   solid(box_mesh({-0.2f, -0.2f, -0.2f}, {0.2f, 0, 0.2f}))};
  scene.objects[0].name = "sheet", scene.objects[1].name = "block";
  return build_model(scene);
}

std::unique_ptr<Simulation> with_brute_force(int capacity = 1000) {
  asked = {"", capacity, 0, true};
  Settings settings;
  const Model model = sheet_over_block(settings);
  return std::make_unique<cpu::Solver>(model, settings, 1, cpu::make_brute_force);
}

TEST(HandlerSeam, CallsTheHandlerAtDetectionsInSubstepsAndAtTheEndOfIntervals) {
  const auto simulation = with_brute_force();
  simulation->step();
  EXPECT_EQ(asked.calls, "dssedssedsse");  // three detections, two substeps after each
}

TEST(HandlerSeam, ServesContactsOfAnyOwner) {
  const auto simulation = with_brute_force();
  run(*simulation, 90);
  EXPECT_EQ(simulation->contacts().size(), 81u) << "all vertices of the sheet, each on one triangle of the block";
  for (const Vec4& x : simulation->positions().subspan(0, 81)) {
    EXPECT_GT(x.y, 0.5f * cpu::BruteForceHandler::kTouching);
    EXPECT_LT(x.y, 1.5f * cpu::BruteForceHandler::kTouching);
  }
  EXPECT_LT(glm::length(Vec3(simulation->velocities()[40])), 0.01f) << "it lies still";
}

/// Every vertex has one row, so that rows in another order are the same sums.
TEST(HandlerSeam, NumbersOwnersAsTheHandlerLikes) {
  const auto last_first = with_brute_force();
  run(*last_first, 60);
  const auto first_first = with_brute_force();
  asked.last_first = false;
  run(*first_first, 60);
  EXPECT_EQ(first_first->state_hash(), last_first->state_hash());
  EXPECT_EQ(first_first->contacts().front().vertex, 0);
  EXPECT_EQ(last_first->contacts().front().vertex, 80);
}

TEST(HandlerSeam, MayMoveVerticesAtTheEndOfAnInterval) {
  const auto lifted = with_brute_force(), left = with_brute_force();
  left->step();
  asked.lifted = 0.001f;
  lifted->step();
  EXPECT_NE(lifted->state_hash(), left->state_hash());
  EXPECT_GT(lifted->positions()[0].y, left->positions()[0].y + 0.001f)
      << "three intervals, a millimetre each, less what the fabric takes back";
}

TEST(HandlerSeam, DoesAStepAgainThatFoundMoreContactsThanThereWasRoomFor) {
  const auto roomy = with_brute_force(1000);
  run(*roomy, 20);
  const uint64_t wanted = roomy->state_hash();
  const auto tight = with_brute_force(3);
  run(*tight, 20);
  EXPECT_EQ(tight->state_hash(), wanted);
  ASSERT_EQ(tight->buffers().size(), 4u);  // the others are the net's and untangling's
  EXPECT_EQ(tight->buffers()[0].peak, 81);
  EXPECT_GE(tight->buffers()[0].capacity, 81);
}

TEST(HandlerSeam, CarriesWhatTheHandlerNames) {
  const auto simulation = with_brute_force();
  run(*simulation, 10);
  EXPECT_EQ(simulation->counters().of("looks"), 30);
  const Snapshot snapshot = simulation->save();
  simulation->step();
  const uint64_t wanted = simulation->state_hash();
  EXPECT_EQ(simulation->counters().of("looks"), 33);
  simulation->restore(snapshot);
  simulation->step();
  EXPECT_EQ(simulation->counters().of("looks"), 33) << "the snapshot took it back to 30";
  EXPECT_EQ(simulation->state_hash(), wanted);
}

TEST(HandlerSeam, NamesTheStagesOfADetection) {
  const auto simulation = with_brute_force();
  simulation->step();
  std::vector<std::string> names;
  for (const StageTime& stage : simulation->timings().stages) names.push_back(stage.name);
  EXPECT_EQ(names, (std::vector<std::string>{"predict", "untangle", "search", "lift", "solve", "net", "finish"}));
  EXPECT_GT(stage_time(simulation->timings().stages, "search"), 0);
  EXPECT_EQ(simulation->timings().detect,
            stage_time(simulation->timings().stages, "search") + stage_time(simulation->timings().stages, "lift"));
}

/// The program's own, changed while it runs.
TEST(Handlers, NoneLetsClothFallThrough) {
  Settings settings;
  const Model model = sheet_over_block(settings);
  const auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  run(*simulation, 30);
  EXPECT_GT(simulation->contacts().size(), 80u);
  EXPECT_GT(simulation->positions()[0].y, 0);
  settings.handler = HandlerKind::none;
  settings.safety_net = false;
  simulation->change(settings);
  EXPECT_TRUE(simulation->contacts().empty());
  run(*simulation, 40);
  EXPECT_TRUE(simulation->contacts().empty());
  EXPECT_LT(simulation->positions()[0].y, -0.2f) << "through the block";
  const std::optional<VertexInspection> told = simulation->inspect(0);
  ASSERT_TRUE(told.has_value());
  EXPECT_FALSE(told->of_rays);
  EXPECT_TRUE(told->rays.empty() && told->others.empty()) << "nobody has anything to tell but where it is";
  EXPECT_EQ(told->position, Vec3(simulation->positions()[0]));
}

TEST(Handlers, AreChangedToAndFroWithTheirThicknessAndSnapshots) {
  Settings settings;
  const Model model = sheet_over_block(settings);
  const auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  Material thick = simulation->material(0);
  thick.half_thickness = 0.02f;
  simulation->change(0, thick);
  run(*simulation, 20);
  const Snapshot with_rays = simulation->save();
  simulation->step();
  const uint64_t wanted = simulation->state_hash();
  Settings none = settings;
  none.handler = HandlerKind::none;
  simulation->change(none);
  run(*simulation, 5);
  simulation->restore(with_rays);
  EXPECT_EQ(simulation->settings().handler, HandlerKind::rays);
  simulation->step();
  EXPECT_EQ(simulation->state_hash(), wanted);
}

}  // namespace
}  // namespace raycloth
