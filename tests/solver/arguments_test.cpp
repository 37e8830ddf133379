// What a simulation is asked to do that cannot be done: it says so, in words a person can act on, and stays as it is.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "device/error.h"
#include "tests/solver/bodies.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
constexpr Vec3 kMiddle(1.0f / 3);

/// A sheet, a box, a shell, a rigid box and a soft one. One grab is held, number 0.
std::unique_ptr<Simulation> small_world() {
  SceneObject rigid = body(MotionKind::rigid, box_mesh({1, 0, 0}, {1.1f, 0.1f, 0.1f}));
  SceneObject soft = body(MotionKind::soft, box_mesh({2, 0, 0}, {2.1f, 0.1f, 0.1f}));
  rigid.name = "rigid";
  soft.name = "soft";
  auto simulation = simulate({cloth(make_sheet({0.2f, 0.2f}, {3, 3})), solid(box_mesh(Vec3(-3), Vec3(-2))),
                              shell(move(make_sheet({0.2f, 0.2f}, {2, 2}), {0, 1, 0})), rigid, soft},
                             Settings());
  simulation->step();
  simulation->grab(2, kMiddle);
  simulation->detect_only();
  return simulation;
}
enum : int { kCloth, kSolid, kShell, kRigid, kSoft, kObjects };

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// `call` is refused with a line that holds `words`, and nothing has changed by it.
void expect_refused(const std::function<void(Simulation&)>& call, const std::vector<std::string>& words) {
  auto simulation = small_world(), untouched = small_world();
  const std::string message = refusal([&] { call(*simulation); });
  for (const std::string& word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << "no '" << word << "' in '" << message << "'";
  }
  EXPECT_EQ(message.find('\n'), std::string::npos);
  const Snapshot a = simulation->save(), b = untouched->save();
  EXPECT_EQ(a.grabs, b.grabs);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(simulation->state_hash(), untouched->state_hash());
  run(*simulation, 3);
  run(*untouched, 3);
  EXPECT_EQ(simulation->state_hash(), untouched->state_hash());
}

TEST(Arguments, OfAGrab) {
  const auto grab = [](int triangle, Vec3 barycentric) {
    return [=](Simulation& simulation) { simulation.grab(triangle, barycentric); };
  };
  const int triangles = static_cast<int>(small_world()->model().triangles.size());
  expect_refused(grab(-1, kMiddle), {"triangle", "-1", "0 to " + std::to_string(triangles - 1)});
  expect_refused(grab(triangles, kMiddle), {"triangle", std::to_string(triangles)});
  const int first_of_solid = small_world()->model().objects[kSolid].triangles.begin;
  expect_refused(grab(first_of_solid, kMiddle), {"'solid'", "cloth"});
  expect_refused(grab(2, {0.5f, kNan, 0.5f}), {"barycentric", "nan"});
  expect_refused(grab(2, {0.5f, 0.5f, 0.5f}), {"barycentric", "0.5"});
  expect_refused(grab(2, {-1, 1, 1}), {"barycentric", "-1"});
}

TEST(Arguments, OfAHeldGrab) {
  for (const int id : {-1, 1, Simulation::kMaxGrabs}) {
    expect_refused([=](Simulation& simulation) { simulation.move_grab(id, Vec3(0)); }, {"grab", std::to_string(id)});
    expect_refused([=](Simulation& simulation) { simulation.release(id); }, {"grab", std::to_string(id)});
  }
  for (const float bad : {kNan, kInfinite}) {
    expect_refused([=](Simulation& simulation) { simulation.move_grab(0, {0, bad, 0}); }, {"target"});
  }
}

std::function<void(Simulation&)> changing(int object, float Material::*member, float value) {
  return [=](Simulation& simulation) {
    Material material = simulation.material(object);
    material.*member = value;
    simulation.change(object, material);
  };
}

TEST(Arguments, OfAMaterialThatChanges) {
  for (const int object : {-1, static_cast<int>(kObjects)}) {
    expect_refused([=](Simulation& simulation) { simulation.change(object, Material{}); },
                   {"object", std::to_string(object), "0 to 4"});
    expect_refused([=](Simulation& simulation) { simulation.material(object); }, {"object", std::to_string(object)});
  }
  for (const MaterialInfo& row : material_list()) {
    const int object = row.member == &Material::density || row.member == &Material::shape_frequency ||
                               row.member == &Material::shape_damping
                           ? kSoft
                           : kCloth;
    for (const float bad : {kNan, kInfinite, -kInfinite, row.max * 1.001f, row.min - 1e-4f}) {
      expect_refused(changing(object, row.member, bad), {row.key, object == kSoft ? "'soft'" : "'cloth'"});
    }
    for (const float good : {row.min, row.max}) {
      auto simulation = small_world();
      changing(object, row.member, good)(*simulation);
      EXPECT_EQ(simulation->material(object).*row.member, good) << row.key;
    }
  }
}

TEST(Arguments, OfAMaterialBelongToTheKindOfTheObject) {
  const struct {
    int object;
    float Material::*member;
    std::vector<std::string> words;
  } kRefused[] = {
      {kSolid, &Material::half_thickness, {"half_thickness", "'solid'", "static_friction, kinetic_friction"}},
      {kRigid, &Material::half_thickness, {"half_thickness", "'rigid'", "density"}},
      {kSoft, &Material::half_thickness, {"half_thickness", "'soft'", "shape_frequency"}},
      {kSolid, &Material::density, {"density", "'solid'"}},
      {kRigid, &Material::shape_damping, {"shape_damping", "'rigid'"}},
      {kShell, &Material::areal_density, {"areal_density", "'shell'", "half_thickness"}},
      {kCloth, &Material::density, {"density", "'cloth'", "areal_density"}},
      {kSoft, &Material::bend_damping, {"bend_damping", "'soft'"}},
  };
  for (const auto& [object, member, words] : kRefused) expect_refused(changing(object, member, 0.01f), words);
  const std::pair<int, float Material::*> kTaken[] = {
      {kShell, &Material::half_thickness}, {kSolid, &Material::static_friction}, {kSoft, &Material::shape_damping}};
  for (const auto& [object, member] : kTaken) {
    auto simulation = small_world();
    changing(object, member, 0.01f)(*simulation);
    EXPECT_EQ(simulation->material(object).*member, 0.01f);
  }
}

TEST(Arguments, OfAStateThatIsSet) {
  using Values = std::vector<Vec4>;
  const auto refused_everywhere = [](const std::function<void(Values&, Values&)>& spoil,
                                     const std::vector<std::string>& words) {
    for (const bool moved : {false, true}) {
      expect_refused(
          [&](Simulation& simulation) {
            Values x = copy_of(simulation.positions()), v = copy_of(simulation.velocities());
            spoil(x, v);
            moved ? simulation.move_to(x, v) : simulation.set_state(x, v);
          },
          words);
    }
  };
  const std::string count = std::to_string(small_world()->positions().size());
  refused_everywhere([](Values& x, Values&) { x.pop_back(); }, {"positions", count});
  refused_everywhere([](Values&, Values& v) { v.push_back(Vec4(0)); }, {"velocities", count});
  refused_everywhere([](Values& x, Values&) { x[5].y = kNan; }, {"positions", "vertex 5"});
  refused_everywhere([](Values&, Values& v) { v[7].z = kInfinite; }, {"velocities", "vertex 7"});
  for (const double bad : {static_cast<double>(kNan), static_cast<double>(kInfinite)}) {
    expect_refused(
        [=](Simulation& simulation) {
          simulation.set_state(copy_of(simulation.positions()), copy_of(simulation.velocities()), bad);
        },
        {"time"});
  }
}

TEST(Arguments, OfALookAtAVertexOrAHierarchy) {
  const int vertices = static_cast<int>(small_world()->positions().size());
  for (const int vertex : {-1, vertices}) {
    expect_refused([=](Simulation& simulation) { simulation.inspect(vertex); },
                   {"vertex", std::to_string(vertex), "0 to " + std::to_string(vertices - 1)});
  }
  for (const int object : {-1, static_cast<int>(kObjects)}) {
    expect_refused([=](Simulation& simulation) { simulation.hierarchy_boxes(object, 0); },
                   {"object", std::to_string(object)});
  }
  expect_refused([](Simulation& simulation) { simulation.hierarchy_boxes(0, -1); }, {"level", "-1"});
  EXPECT_TRUE(small_world()->hierarchy_boxes(0, 1000).empty());  // past the last level
}

}  // namespace
}  // namespace raycloth
