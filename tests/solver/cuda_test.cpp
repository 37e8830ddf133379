// The CUDA half does what the CPU does, to the last bit. Small scenes, few frames: they also run on an
// emulator.
#include "tests/collision/contour_kinds.h"
#include "tests/solver/bodies.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

#define SKIP_WITHOUT_CUDA() \
  if (!device_info().cuda_answers) GTEST_SKIP() << device_info().cuda_name

struct Pair {
  std::unique_ptr<Simulation> cpu, cuda;

  template <class Do>
  void both(Do what) {
    what(*cpu);
    what(*cuda);
  }
  void expect_equal() {
    ASSERT_EQ(cpu->state_hash(), cuda->state_hash());
    const auto wanted = cpu->contacts(), found = cuda->contacts();
    ASSERT_EQ(wanted.size(), found.size());
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(wanted[i].vertex, found[i].vertex) << i;
      EXPECT_EQ(wanted[i].triangle, found[i].triangle) << i;
      EXPECT_EQ(wanted[i].vertices, found[i].vertices) << i;
      EXPECT_EQ(wanted[i].weights, found[i].weights) << i;
      EXPECT_EQ(wanted[i].normal, found[i].normal) << i;
      EXPECT_EQ(wanted[i].distance, found[i].distance) << i;
      EXPECT_EQ(wanted[i].rest_distance, found[i].rest_distance) << i;
      EXPECT_EQ(wanted[i].kind, found[i].kind) << i;
      EXPECT_EQ(wanted[i].inverted, found[i].inverted) << i;
      EXPECT_EQ(wanted[i].outward, found[i].outward) << i;
    }
  }
};

Pair pair_of(const Model& model, const Settings& settings) {
  return {create(model, settings, DeviceChoice::cpu, 0), create(model, settings, DeviceChoice::cuda)};
}

Pair pair_of(std::vector<SceneObject> objects, const Settings& settings) {
  Scene scene;
  scene.path = "test";
  scene.objects = std::move(objects);
  scene.ground = Ground{-0.05f, 0.5f, 0.4f};
  return pair_of(build_model(scene), settings);
}

/// Two small sheets, one of them crumpled, just over a box and the ground.
std::vector<SceneObject> small_pile() {
  std::vector<SceneObject> objects{solid(box_mesh({-0.05f, -0.1f, -0.05f}, {0.05f, 0, 0.05f}))};
  objects.push_back(cloth(move(make_sheet({0.2f, 0.2f}, {7, 7}), {0, 0.006f, 0})));
  objects.push_back(cloth(crumple(move(make_sheet({0.2f, 0.2f}, {6, 6}), {0.02f, 0.022f, 0.01f}), 0.008f, 1)));
  objects[2].name = "upper";
  objects[2].pins.nearest = {{0.12f, 0.02f, 0.11f}};
  return objects;
}

class CudaParity : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, CudaParity, testing::ValuesIn(sheet_scenes()), name_of);

/// The scene with about 200 cloth vertices, from the moment when something touches (found by the CPU) on. Cloth of a
/// mesh has the size that it has: left out, or an emulated device takes minutes.
TEST_P(CudaParity, ShippedScenesHashAlike) {
  SKIP_WITHOUT_CUDA();
  const Scene whole = load_scene({scene_file(GetParam())});
  const float factor = std::sqrt(200.0f / static_cast<float>(cloth_vertices(build_model(whole))));
  Scene scene = load_scene_scaled(scene_file(GetParam()), factor);
  std::erase_if(scene.objects, [&](const SceneObject& object) {
    const auto same = std::ranges::find(whole.objects, object.name, &SceneObject::name);
    return object.kind == ObjectKind::cloth && object.mesh.positions.size() == same->mesh.positions.size();
  });
  ASSERT_GT(cloth_vertices(build_model(scene)), 0);
  Pair pair = pair_of(build_model(scene), scene.settings);
  for (int i = 0; i < 90 && pair.cpu->counters().collisions == 0; ++i) pair.cpu->step();
  const std::vector<Vec4> positions = copy_of(pair.cpu->positions()), velocities = copy_of(pair.cpu->velocities());
  const double time = pair.cpu->time();
  pair.both([&](Simulation& simulation) {
    simulation.set_state(positions, velocities, time);
    run(simulation, 4);
  });
  pair.expect_equal();
}

TEST(Cuda, ASmallPileHashesAlikeInEveryFrame) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  for (int i = 0; i < 8; ++i) {
    pair.both([](Simulation& simulation) { simulation.step(); });
    pair.expect_equal();
  }
  EXPECT_TRUE(pair.cuda->on_cuda());
  EXPECT_GT(pair.cuda->counters().collisions, 0);
  EXPECT_EQ(pair.cuda->counters().collisions, pair.cpu->counters().collisions);
  EXPECT_EQ(pair.cuda->counters().predictions, pair.cpu->counters().predictions);
}

/// A small sheet, too long by a fifth, beside one of so many cells: only loops of short parts share launches.
Pair drawn_out_beside(int cells) {
  Scene scene;
  scene.path = "test";
  scene.objects = {cloth(make_sheet({0.2f, 0.2f}, {12, 12})),
                   cloth(move(make_sheet({0.8f, 0.8f}, {cells, cells}), {1, 0, 0}))};
  scene.objects[0].pins.nearest = {{0, 0, 0}};
  scene.objects[1].name = "beside";
  scene.settings.substeps = scene.settings.detections = 1;
  const Model model = build_model(scene);
  std::vector<Vec4> positions = model.positions;
  for (int v = 0; v < model.objects[0].vertices.end; ++v) positions[v] *= Vec4(1.2f, 1, 1.2f, 1);
  Pair pair = pair_of(model, scene.settings);
  pair.both([&](Simulation& simulation) {
    simulation.set_state(positions, model.velocities, 0);
    simulation.step();
  });
  return pair;
}

/// One sheet whose yarns rub, and one whose do not.
TEST(Cuda, YarnsThatRubHashAlike) {
  SKIP_WITHOUT_CUDA();
  std::vector<SceneObject> objects = small_pile();
  objects[1].material.bend_friction = 5e-4f;
  Pair pair = pair_of(std::move(objects), Settings{});
  pair.both([](Simulation& s) { run(s, 12); });
  pair.expect_equal();
}

TEST(Cuda, LoopsThatShareALaunchHashAlikeAndThoseThatDoNot) {
  SKIP_WITHOUT_CUDA();
  long long launches[2];
  for (const int cells : {12, 114}) {
    Pair pair = drawn_out_beside(cells);
    pair.expect_equal();
    EXPECT_LT(pair.cuda->counters().launches, pair.cpu->counters().launches) << cells;
    launches[cells > 12] = pair.cuda->counters().launches;
  }
  EXPECT_LT(launches[0], launches[1]);
}

TEST(Cuda, FallsAsleepInTheSameFrame) {
  SKIP_WITHOUT_CUDA();
  Settings settings;
  settings.time_step = 0.05f;  // ten steps are half a second
  Pair pair = pair_of({cloth(move(make_sheet({0.1f, 0.1f}, {3, 3}), {0, -0.045f, 0}))}, settings);
  bool sleeps = false;
  for (int i = 0; i < 60 && !sleeps; ++i) {
    pair.both([](Simulation& simulation) { simulation.step(); });
    sleeps = pair.cpu->counters().of("asleep") == 1;
    ASSERT_EQ(pair.cuda->counters().of("asleep") == 1, sleeps) << i;
  }
  EXPECT_TRUE(sleeps);
  pair.both([](Simulation& simulation) { simulation.step(); });
  pair.expect_equal();
}

TEST(Cuda, WhatSleepsWhileSomethingElseSwingsHashesAlike) {
  SKIP_WITHOUT_CUDA();
  Settings settings;
  settings.time_step = 0.05f;
  SceneObject swings = cloth(move(make_sheet({0.1f, 0.3f}, {1, 3}), {1, 0.5f, 0}));
  swings.pins.nearest = {{0.95f, 0.5f, -0.15f}, {1.05f, 0.5f, -0.15f}};
  swings.name = "swings";
  Pair pair = pair_of({cloth(move(make_sheet({0.2f, 0.2f}, {4, 4}), {0, -0.045f, 0})), swings}, settings);
  for (int i = 0; i < 40 && pair.cpu->counters().of("sleepers") == 0; ++i)
    pair.both([](Simulation& simulation) { simulation.step(); });
  pair.both([](Simulation& simulation) { run(simulation, 2); });
  EXPECT_EQ(pair.cpu->counters().of("sleepers"), 25);
  EXPECT_EQ(pair.cuda->counters().of("sleepers"), 25);
  EXPECT_EQ(pair.cpu->counters().of("asleep"), 0);
  pair.expect_equal();
}

TEST(Cuda, WhatIsCutHashesAlike) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  const std::vector<Cut> row{{{{24, 16, 0.4f}}, {{64, 25, 26, 27, 28, 29, 30, 31}}}};  // of 8 x 8 vertices
  for (const std::vector<Cut>& cuts : {row, std::vector<Cut>()}) {
    pair.both([&](Simulation& simulation) {
      run(simulation, 3);
      simulation.change_cuts(1, cuts);
    });
    pair.expect_equal();
    pair.both([](Simulation& simulation) { run(simulation, 3); });
    pair.expect_equal();
  }
}

TEST(Cuda, EveryRayTracerAndInversionHashesAlike) {
  SKIP_WITHOUT_CUDA();
  for (const RayTracer tracer : {RayTracer::brute_force, RayTracer::bvh, RayTracer::iterative}) {
    Settings settings;
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    settings.inversion = tracer == RayTracer::bvh ? Inversion::last_step : Inversion::off;
    settings.reprojection = tracer == RayTracer::bvh;
    Pair pair = pair_of(small_pile(), settings);
    pair.both([](Simulation& simulation) { run(simulation, 2); });
    pair.expect_equal();
  }
}

TEST(Cuda, DetectionAloneFindsTheSame) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  pair.both([](Simulation& simulation) { simulation.detect_only(); });
  EXPECT_GT(pair.cuda->contacts().size(), 0u);
  pair.expect_equal();
}

TEST(Cuda, GrabsPullAlike) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  const int triangle = pair.cpu->model().objects[1].triangles.begin + 5;
  pair.both([&](Simulation& simulation) {
    const int id = simulation.grab(triangle, {0.2f, 0.5f, 0.3f});
    for (int i = 1; i <= 3; ++i) {
      simulation.move_grab(id, {0.02f * static_cast<float>(i), 0.1f, 0});
      simulation.step();
    }
  });
  pair.expect_equal();
  const uint64_t pulled = pair.cuda->state_hash();
  pair.both([](Simulation& simulation) {
    simulation.reset();
    run(simulation, 3);
  });
  pair.expect_equal();
  EXPECT_NE(pair.cuda->state_hash(), pulled);
}

/// The box of the pile turns, rises and widens under the sheets.
TEST(Cuda, KinematicSolidsHashAlike) {
  SKIP_WITHOUT_CUDA();
  std::vector<SceneObject> objects = small_pile();
  Motion& motion = objects[0].motion;
  motion.kind = MotionKind::kinematic;
  Keyframe first, last;
  last.time = 0.2;
  last.translation = {0.01, 0.03, 0};
  last.turn = Turn{{0, 1, 0}, 30};
  last.orientation = glm::angleAxis(glm::radians(30.0), last.turn->axis);
  motion.path.keys = {first, last};
  std::vector<Vec3> wide;
  for (const Vec3& p : objects[0].mesh.positions) wide.push_back({1.3f * p.x, p.y, p.z});
  motion.sequence = {{objects[0].mesh.positions, wide}, {0, 0.1}, MotionEnd::loop};
  Pair pair = pair_of(std::move(objects), Settings());
  for (int i = 0; i < 8; ++i) {
    pair.both([](Simulation& simulation) { simulation.step(); });
    pair.expect_equal();
  }
  EXPECT_GT(pair.cuda->counters().collisions, 0);
}

/// A sheet thrown on a needle: the net parts it and draws its neighbours along (net_test.cpp).
TEST(Cuda, WhatTheNetDrawsHashesAlike) {
  SKIP_WITHOUT_CUDA();
  Settings settings = empty_space();
  settings.handler = HandlerKind::none;
  settings.substeps = 4;
  const Mesh mesh = sheets::jittered_sheet({0.2f, 0.2f}, {9, 9}, 0.2f, 5);
  Pair pair = pair_of({solid(needle(2)), cloth(move(mesh, {0, 0.31f, 0}))}, settings);
  long long met = 0;
  pair.both([](Simulation& simulation) { throw_object(simulation, 1, {0, -3, 0}); });
  for (int i = 0; i < 3; ++i) {
    pair.both([](Simulation& simulation) { simulation.step(); });
    pair.expect_equal();
    met += pair.cuda->counters().of("net_met");
  }
  EXPECT_GT(met, 30);
}

/// Vertices that fly a metre, any way: more pairs could meet than are listed, in whatever order.
TEST(Cuda, WhatIsTooMuchToBeListedIsHeldAlike) {
  SKIP_WITHOUT_CUDA();
  Settings settings = empty_space();
  settings.handler = HandlerKind::none;
  settings.speed_limit = 1000;
  settings.substeps = settings.care_substeps = 1;
  const Mesh mesh = sheets::jittered_sheet({0.3f, 0.3f}, {15, 15}, 0.2f, 5);
  Pair pair = pair_of({cloth(mesh, 0.002f), cloth(move(mesh, {0, 0.02f, 0}), 0.002f)}, settings);
  pair.both([](Simulation& simulation) {
    shake(simulation, 1, 80);
    simulation.step();
  });
  pair.expect_equal();
  EXPECT_EQ(pair.cuda->counters().of("net_held"), static_cast<long long>(pair.cuda->positions().size()));
}

/// Edges of 4 mm, so stiff that three levels of rows share the bending, with yarns that rub.
TEST(Cuda, FineStiffFabricHashesAlike) {
  SKIP_WITHOUT_CUDA();
  SceneObject sheet = cloth(sheets::jittered_sheet({0.06f, 0.04f}, {15, 10}, 0.1f, 3));
  sheet.material.bend_stiffness = 3e-3f;
  sheet.material.bend_friction = 1e-3f;
  sheet.pins.boxes.push_back({Vec3(-1), Vec3(-0.025f, 1, 1)});
  Pair pair = pair_of({sheet}, Settings());
  ASSERT_GT(pair.cpu->model().curvature.levels[2].size(), 0);
  for (int i = 0; i < 2; ++i) {
    pair.both([](Simulation& simulation) { simulation.step(); });
    pair.expect_equal();
  }
}

/// Back in time on one device, and from one to the other.
TEST(Cuda, SnapshotsGoOnAlikeOnBothDevices) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  run(*pair.cuda, 4);
  const int id = pair.cuda->grab(pair.cuda->model().objects[2].triangles.begin + 9, {0.2f, 0.5f, 0.3f});
  pair.cuda->move_grab(id, {0.02f, 0.1f, 0});
  run(*pair.cuda, 1);
  const Snapshot snapshot = pair.cuda->save();
  run(*pair.cuda, 3);
  const uint64_t wanted = pair.cuda->state_hash();
  pair.both([&](Simulation& simulation) {
    simulation.restore(snapshot);
    run(simulation, 3);
  });
  EXPECT_EQ(pair.cuda->state_hash(), wanted);
  pair.expect_equal();
}

/// A rigid and a soft box fall on each other, on the sheets and on the ground; one of them is pulled at.
TEST(Cuda, BodiesHashAlike) {
  SKIP_WITHOUT_CUDA();
  std::vector<SceneObject> objects = small_pile();
  objects.push_back(
      body(MotionKind::rigid, fine_box({-0.03f, 0.03f, -0.03f}, {0.03f, 0.06f, 0.03f}, 3), {0, -0.5, 0}, {1, 2, 0}));
  objects.push_back(body(MotionKind::soft, fine_box({-0.02f, 0.065f, -0.03f}, {0.04f, 0.1f, 0.03f}, 4), {0, -1, 0}));
  objects[3].name = "rigid";
  objects[4].name = "soft";
  Pair pair = pair_of(std::move(objects), Settings());
  const int triangle = pair.cpu->model().objects[3].triangles.begin;
  int id = -1;
  pair.both([&](Simulation& simulation) { id = simulation.grab(triangle, {0.5f, 0.3f, 0.2f}); });
  for (int i = 0; i < 3; ++i) {
    pair.both([&](Simulation& simulation) {
      simulation.move_grab(id, {0.02f, 0.05f, 0.01f * static_cast<float>(i)});
      simulation.step();
    });
    pair.expect_equal();
  }
  EXPECT_GT(pair.cuda->counters().collisions, 0);
}

/// A graph recorded with the old values would go on with them.
TEST(Cuda, ChangesOfSettingsAndMaterialsTakeEffect) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  pair.both([](Simulation& simulation) { run(simulation, 2); });
  Settings settings;
  settings.gravity = {1, -5, 0};
  settings.substeps = 6;
  settings.detections = 1;
  settings.contact_iterations = 2;
  settings.wind = {0, 0, 4};
  settings.wind_gust = 3;
  pair.both([&](Simulation& simulation) {
    simulation.change(settings);
    run(simulation, 2);
    Material material = simulation.material(1);
    material.half_thickness = 0.008f;
    material.warp_stiffness = 1e3f;
    simulation.change(1, material);
    run(simulation, 2);
  });
  pair.expect_equal();
}

TEST(Cuda, BuffersThatGrowLoseNothing) {
  SKIP_WITHOUT_CUDA();
  std::vector<SceneObject> objects;
  for (unsigned i = 0; i < 8; ++i) {
    objects.push_back(cloth(crumple(make_sheet({0.2f, 0.2f}, {5, 5}), 0.02f, i)));
    objects.back().name = "sheet " + std::to_string(i);
  }
  Pair pair = pair_of(std::move(objects), Settings());
  const long long before = pair.cuda->buffers()[1].capacity;
  pair.both([](Simulation& simulation) { run(simulation, 2); });
  EXPECT_GT(pair.cuda->buffers()[1].capacity, before);
  pair.expect_equal();
}

/// What a recording forbids (waiting, allocating, copying to the host) would end the step with an error; a step that
/// was not replayed would have been recorded again.
TEST(Cuda, AWarmStepIsReplayedAndAllocatesNothing) {
  SKIP_WITHOUT_CUDA();
  const Pair pair = pair_of(small_pile(), Settings());
  run(*pair.cuda, 4);
  const StepCounters warm = pair.cuda->counters();
  EXPECT_GE(warm.recordings, 1);
  run(*pair.cuda, 4);
  EXPECT_EQ(pair.cuda->counters().recordings, warm.recordings);
  EXPECT_EQ(pair.cuda->counters().allocations, warm.allocations);
  Settings settings;
  settings.gravity = {1, -5, 0};
  pair.cuda->change(settings);
  run(*pair.cuda, 2);
  EXPECT_EQ(pair.cuda->counters().recordings, warm.recordings + 1);
}

/// Who drags a slider changes the settings before a recording has paid: the next one waits for a step more.
TEST(Cuda, ARecordingThatWasForgottenSoonIsNotMadeAgainAtOnce) {
  SKIP_WITHOUT_CUDA();
  const Pair pair = pair_of(small_pile(), Settings());
  Settings settings;
  run(*pair.cuda, 3);
  const long long recordings = pair.cuda->counters().recordings;
  settings.gravity = {1, -5, 0};
  pair.cuda->change(settings);
  run(*pair.cuda, 2);
  EXPECT_EQ(pair.cuda->counters().recordings, recordings);
  run(*pair.cuda, 1);
  EXPECT_EQ(pair.cuda->counters().recordings, recordings + 1);
}

/// Each part of Bridson's pipeline alone and all together, on sheets that fly at each other.
TEST(Cuda, BridsonsPipelineHashesAlike) {
  SKIP_WITHOUT_CUDA();
  for (int parts = 1; parts < 8; parts = parts == 4 ? 7 : 2 * parts) {
    Settings settings;
    settings.handler = HandlerKind::bridson;
    settings.proximity = parts & 1, settings.continuous = parts & 2, settings.impact_zones = parts & 4;
    settings.safety_net = false;
    Pair pair = pair_of(small_pile(), settings);
    pair.both([](Simulation& simulation) {
      throw_object(simulation, 2, Vec3(0.3f, -2, 0));
      run(simulation, 3);
    });
    pair.expect_equal();
    for (const char* counted : {"touching", "stopped", "zones", "zone_vertices"})
      EXPECT_EQ(pair.cuda->counters().of(counted), pair.cpu->counters().of(counted)) << counted;
    EXPECT_TRUE(parts != 4 || pair.cuda->counters().of("zones") > 0);
  }
}

/// What untangling does with contours that end at a pinch point, and what it holds.
TEST(Cuda, AFoldThroughItselfComesApartAlike) {
  SKIP_WITHOUT_CUDA();
  for (const contour_kinds::Kind& kind : contour_kinds::kinds()) {
    if (kind.name != "umbrella") continue;
    Pair pair = pair_of(kind.make(1, contour_kinds::Form::at_rest), Settings());
    const std::vector<Vec4> x =
        contour_kinds::positions_where(kind.make(1, contour_kinds::Form::crossed), pair.cpu->model());
    pair.both([&](Simulation& simulation) {
      simulation.set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
      run(simulation, 2);
      EXPECT_GT(simulation.counters().of("untangled_pairs"), 20);
    });
    pair.expect_equal();
  }
}

/// Another handler without a past, the first one again from a snapshot, and edges left out: each is another recording.
TEST(Cuda, HandlersChangeWhileItRuns) {
  SKIP_WITHOUT_CUDA();
  Pair pair = pair_of(small_pile(), Settings());
  const auto run_with = [&](HandlerKind handler, bool edges) {
    pair.both([&](Simulation& s) {
      Settings changed = s.settings();
      changed.handler = handler;
      changed.edge_contacts = edges;
      s.change(changed);
      run(s, 3);
    });
    pair.expect_equal();
  };
  run_with(HandlerKind::rays, true);
  EXPECT_GT(pair.cuda->contacts().size(), 0u);
  const Snapshot laid_aside = pair.cuda->save();
  run_with(HandlerKind::bridson, true);
  EXPECT_GT(pair.cuda->counters().of("touching"), 0);
  run_with(HandlerKind::none, true);
  EXPECT_EQ(pair.cuda->contacts().size(), 0u);
  run_with(HandlerKind::rays, false);
  pair.both([&](Simulation& s) { s.restore(laid_aside), run(s, 3); });
  pair.expect_equal();
  EXPECT_GT(pair.cuda->contacts().size(), 0u);
}

}  // namespace
}  // namespace raycloth
