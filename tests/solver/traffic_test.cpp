// The bytes of a step: every kernel of every shipped scene is known, and those of a small scene are what they are by
// hand.
#include <algorithm>

#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

KernelTraffic of(const std::vector<KernelTraffic>& kernels, const std::string& name) {
  for (const KernelTraffic& kernel : kernels) {
    if (kernel.name == name) return kernel;
  }
  ADD_FAILURE() << "no " << name;
  return {};
}

std::vector<KernelTraffic> traffic_after(Simulation& simulation, int frames) {
  Settings counted = simulation.settings();
  counted.count_work = true;
  simulation.change(counted);
  run(simulation, frames);
  return simulation.traffic();
}

class TrafficOf : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, TrafficOf, testing::ValuesIn(sheet_scenes()), name_of);

TEST_P(TrafficOf, EveryKernelIsKnownAndTheLaunchesAreAll) {
  const Scene scene = load_scene_scaled(scene_file(GetParam()), 0.1f);
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  long long launches = 0;
  for (const KernelTraffic& kernel : traffic_after(*simulation, 2)) {
    const bool loop = kernel.name != "copy" && kernel.name != "clear" && kernel.name != "scan";
    launches += loop ? kernel.launches : 0;
    EXPECT_GE(kernel.bytes, 0) << kernel.name;
    EXPECT_EQ(kernel.bytes == 0, kernel.indices == 0) << kernel.name;
  }
  EXPECT_EQ(launches, simulation->counters().launches);
}

TEST(Traffic, OfBodiesAndOfAnInspectedVertexIsKnown) {
  const Scene scene = load_scene({scene_file("bodies")});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  run(*simulation, 1);
  EXPECT_TRUE(simulation->inspect(0).has_value());
  const auto kernels = traffic_after(*simulation, 1);
  EXPECT_GT(of(kernels, "solve_rigid_rows").launches, 0);
  EXPECT_GT(of(kernels, "match_shapes").bytes, 0);
  EXPECT_GT(of(kernels, "record_vertex").bytes, 0);
}

/// A sheet of 8 x 8 squares lies flat over another, 1 cm apart, neither pinned.
TEST(Traffic, OfTwoSheetsIsWhatItIsByHand) {
  Scene scene;
  scene.path = "test";
  for (const float height : {0.0f, 0.01f}) {
    scene.objects.push_back(cloth(move(make_sheet({0.2f, 0.2f}, {8, 8}), {0, height, 0})));
    scene.objects.back().name = "sheet " + std::to_string(scene.objects.size());
  }
  scene.settings.substeps = 6;
  scene.settings.detections = 2;
  scene.settings.contact_iterations = 3;
  scene.settings.untangling = false;  // looks once, at the first step
  const Model model = build_model(scene);
  const auto simulation = create(model, scene.settings, DeviceChoice::cpu, 1);
  const auto kernels = traffic_after(*simulation, 1);
  const long long vertices = 162, substeps = 6;
  EXPECT_EQ(of(kernels, "integrate").launches, substeps);
  EXPECT_EQ(of(kernels, "integrate").indices, substeps * vertices);
  // Reads position, velocity and acceleration, writes position and previous: five vectors of 16 bytes.
  EXPECT_EQ(of(kernels, "integrate").bytes, substeps * vertices * 80);
  // Three indices, shape and softness; three corners read and written, three read where they were.
  EXPECT_EQ(of(kernels, "stretch").bytes,
            substeps * static_cast<long long>(model.membrane.triangles.size()) * (12 + 11 * 16));
  // Offsets and normal; for every corner of every triangle: which, its corners, their positions.
  const long long corners = 3 * static_cast<long long>(model.triangles.size());
  EXPECT_EQ(of(kernels, "find_normals").bytes, 2 * (vertices * (8 + 16) + corners * (4 + 12 + 48)));
  // Every vertex inside sees the other sheet once. Borders lie over each other, and rounding says who sees whose.
  EXPECT_GE(simulation->contacts().size(), 2u * 7 * 7);
  EXPECT_LE(simulation->contacts().size(), 162u);
  EXPECT_EQ(of(kernels, "begin_contacts").indices % 3, 0) << "three substeps to a detection";
  // Nothing comes near enough to act, so that after the first pass there is nothing left to do.
  EXPECT_EQ(of(kernels, "solve_contacts").indices, of(kernels, "begin_contacts").indices);
  EXPECT_EQ(of(kernels, "apply_contacts").launches, 3 * substeps);
}

}  // namespace
}  // namespace raycloth
