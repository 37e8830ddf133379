// Who asks whom, and what comes of it: every detection is held against a reference that knows neither boxes nor trees
// (reference_contacts.h). All tracers share the broad phase and the culls of groups and rays, brute force included, so
// that no tracer can vouch for them.
#include <gtest/gtest.h>

#include <glm/gtc/quaternion.hpp>

#include "tests/solver/bodies.h"
#include "tests/solver/reference_contacts.h"

namespace raycloth {
namespace {

using namespace scenes;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  float number(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
  Vec3 vector(float size) {
    const float x = number(-size, size), y = number(-size, size), z = number(-size, size);
    return {x, y, z};
  }
  unsigned seed() { return static_cast<unsigned>(random_()); }

 private:
  std::mt19937 random_;
};

Mesh place(Mesh mesh, glm::quat turn, Vec3 at) {
  for (Vec3& p : mesh.positions) p = turn * p + at;
  return mesh;
}

Mesh thrown_about(Mesh mesh, Dice& dice, float within) {
  const glm::quat turn = glm::normalize(glm::quat(dice.number(-1, 1), dice.vector(1)));
  return place(std::move(mesh), turn, dice.vector(within));
}

Mesh ball(float radius, unsigned seed) {
  Mesh mesh = fine_box(Vec3(-1), Vec3(1), 5);
  for (Vec3& p : mesh.positions) p = radius * glm::normalize(p);
  return crumple(mesh, 0.02f * radius, seed);
}

/// Not convex: rays leave it and come in again.
Mesh ring(float radius, float thickness, unsigned seed) {
  constexpr int kAround = 18, kAcross = 9;
  Mesh mesh = mesh_of({}, {});
  for (int i = 0; i < kAround; ++i) {
    for (int j = 0; j < kAcross; ++j) {
      const float a = 6.2831853f * static_cast<float>(i) / kAround, b = 6.2831853f * static_cast<float>(j) / kAcross;
      const float from_axis = radius + thickness * std::cos(b);
      mesh.positions.emplace_back(from_axis * std::cos(a), thickness * std::sin(b), from_axis * std::sin(a));
      const int next_i = (i + 1) % kAround, next_j = (j + 1) % kAcross;
      const int p = i * kAcross + j, q = next_i * kAcross + j, r = next_i * kAcross + next_j, s = i * kAcross + next_j;
      mesh.triangles.push_back({p, s, r});
      mesh.triangles.push_back({p, r, q});
    }
  }
  return crumple(mesh, 0.05f * thickness, seed);
}

Mesh block(Vec3 half, unsigned seed) { return crumple(fine_box(-half, half, 4), 0.002f, seed); }

Mesh sheet(float size, int cells, unsigned seed) {
  return crumple(make_sheet({size, size}, {cells, cells}), 0.3f * size / static_cast<float>(cells), seed);
}

/// The same in three layers, 5 to 20 mm apart.
Mesh folds(float size, int cells, unsigned seed) {
  Mesh mesh = make_sheet({size, size}, {cells, cells});
  const float third = size / 3;
  for (Vec3& p : mesh.positions) {
    const float along = p.x + size / 2;
    const int layer = std::min(static_cast<int>(along / third), 2);
    const float within = along - third * static_cast<float>(layer);
    p.x = layer == 1 ? third - within : within;
    p.y = 0.01f * static_cast<float>(layer) + 0.01f * within / third;
  }
  return crumple(mesh, 0.002f, seed);
}

SceneObject moved_by(MotionKind kind, SceneObject object) {
  object.motion.kind = kind;
  if (kind == MotionKind::kinematic) object.motion.path.keys.push_back(Keyframe{});
  return object;
}

SceneObject mapped(SceneObject object, Dice& dice) {
  for (size_t v = 0; v < object.mesh.positions.size(); ++v) object.thickness_map.push_back(dice.number(0.2f, 4));
  return object;
}

/// Of every kind two and more, near each other and into each other.
std::vector<SceneObject> all_kinds(Dice& dice, float within) {
  const auto about = [&](Mesh mesh) { return thrown_about(std::move(mesh), dice, within); };
  std::vector<SceneObject> objects{
      solid(about(block({0.06f, 0.04f, 0.09f}, dice.seed()))),
      solid(about(ring(0.08f, 0.03f, dice.seed()))),
      moved_by(MotionKind::kinematic, solid(about(ball(0.06f, dice.seed())))),
      moved_by(MotionKind::rigid, solid(about(block({0.05f, 0.05f, 0.03f}, dice.seed())))),
      moved_by(MotionKind::rigid, solid(about(ring(0.07f, 0.025f, dice.seed())))),
      moved_by(MotionKind::soft, solid(about(ball(0.07f, dice.seed())))),
      shell(about(sheet(0.25f, 7, dice.seed())), 0.003f),
      moved_by(MotionKind::kinematic, shell(about(sheet(0.2f, 6, dice.seed())), 0.002f)),
      cloth(about(folds(0.3f, 12, dice.seed())), 0.004f),
      cloth(about(folds(0.25f, 8, dice.seed())), 0.003f),
      mapped(cloth(about(sheet(0.3f, 9, dice.seed())), 0.003f), dice),
      pinned(cloth(about(sheet(0.2f, 7, dice.seed())), 0.005f)),
  };
  objects[9].self_collision = false;
  for (size_t i = 0; i < objects.size(); ++i) objects[i].name = std::to_string(i);
  return objects;
}

/// Every object thrown another way, and turned and shifted since the solids were measured; the soft one out of shape.
void throw_all(Simulation& simulation, Dice& dice, float speed) {
  std::vector<Vec4> positions = copy_of(simulation.positions()), velocities = copy_of(simulation.velocities());
  for (const ModelObject& object : simulation.model().objects) {
    const glm::quat turn = glm::normalize(glm::quat(4.0f, dice.vector(1)));
    const Vec3 shift = dice.vector(0.03f), along = dice.vector(speed / 2), spin = dice.vector(speed);
    const bool stays = object.kind != ObjectKind::cloth && object.motion == MotionKind::fixed;
    for (int v = object.vertices.begin; v < object.vertices.end && !stays; ++v) {
      Vec3 p(positions[v]);
      if (object.motion == MotionKind::soft) p.y += p.x * p.x;
      positions[v] = Vec4(turn * p + shift, positions[v].w);
      velocities[v] = Vec4(along + glm::cross(spin, p), 0);
    }
  }
  simulation.set_state(positions, velocities);
}

/// Found contacts of vertices, by kinds of source and target ("soft solid -> cloth, inward").
using Tally = std::map<std::string, int>;

std::string describe(const Model& model, const RayKey& key) {
  constexpr const char* kKinds[] = {"cloth", "solid", "shell"};
  const int source = model.vertex_object[key.vertex];
  const auto kind = [&](int object) { return kKinds[static_cast<int>(model.objects[object].kind)]; };
  const std::string target = source == key.target ? "self" : kind(key.target);
  return std::string(kind(source)) + " -> " + target + (key.outward ? ", outward" : ", inward");
}

/// At most one ray in `sure` times as many contacts may be left open.
void expect_reference(Simulation& simulation, const ReferenceContacts& wanted, Tally& tally, size_t sure = 20) {
  const Model& model = simulation.model();
  std::map<RayKey, ReferenceContact> found;
  for (const ContactView& contact : simulation.contacts()) {
    ASSERT_FALSE(contact.edges);
    const RayKey key{contact.vertex, model.triangle_object[contact.triangle], contact.outward};
    EXPECT_FALSE(contact.inverted) << "without a past";
    ASSERT_TRUE(found.emplace(key, ReferenceContact{contact.triangle, contact.kind, contact.distance}).second)
        << describe(model, key) << ": two contacts of vertex " << key.vertex << " and object " << key.target;
  }
  int missed = 0, other = 0, invented = 0;
  std::string first;
  const auto note = [&](int& count, const RayKey& key, const char* what) {
    if (count++ == 0)
      first += std::string(what) + " " + describe(model, key) + ", vertex " + std::to_string(key.vertex) + ", object " +
               std::to_string(key.target) + "; ";
  };
  for (const auto& [key, contact] : wanted.found) {
    const auto at = found.find(key);
    if (at == found.end()) {
      note(missed, key, "missed:");
    } else if (!(at->second == contact) || std::abs(std::abs(at->second.length) - contact.length) > 1e-5) {
      note(other, key, "other triangle, class or length:");
    } else {
      ++tally[describe(model, key) + (contact.kind == ContactClass::collision ? ", collision" : ", prediction")];
    }
  }
  for (const auto& [key, contact] : found) {
    if (!wanted.found.contains(key) && !wanted.doubtful.contains(key)) note(invented, key, "invented:");
  }
  EXPECT_EQ(missed + other + invented, 0) << missed << " missed, " << other << " other, " << invented << " invented of "
                                          << wanted.found.size() << "; " << first;
  EXPECT_LE(sure * wanted.doubtful.size(), wanted.found.size()) << "the reference leaves too much open";
}

void expect_reference_by_every_tracer(Simulation& simulation, Tally& tally) {
  const ReferenceContacts wanted = Reference(simulation).contacts();
  const std::vector<Vec4> positions = copy_of(simulation.positions()), velocities = copy_of(simulation.velocities());
  for (const RayTracer tracer : {RayTracer::brute_force, RayTracer::bvh, RayTracer::automatic, RayTracer::iterative}) {
    SCOPED_TRACE(kRayTracerNames[static_cast<size_t>(tracer)]);
    Settings settings = simulation.settings();
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    simulation.change(settings);
    simulation.set_state(positions, velocities);  // forgets what the other tracer knew
    simulation.detect_only();
    expect_reference(simulation, wanted, tally);
  }
}

TEST(WhoAsksWhom, EverythingThatMayMeetIsFoundAndNothingElse) {
  Tally tally;
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Settings settings = vertex_contacts();
    settings.prediction_distance = dice.number(0.01f, 0.05f);
    settings.detections = seed % 3 == 0 ? 1 : 2;
    settings.reprojection = seed % 4 != 3;
    settings.predictions = seed != 5;
    settings.self_collision = seed != 6;
    const auto simulation = simulate(all_kinds(dice, seed % 2 == 0 ? 0.12f : 0.2f), settings);
    throw_all(*simulation, dice, seed % 3 == 1 ? 0 : dice.number(0.5f, 7));
    expect_reference_by_every_tracer(*simulation, tally);
  }
  for (const char* what : {
           "solid -> solid, inward, collision",   "solid -> solid, outward, prediction",
           "solid -> cloth, inward, collision",   "solid -> cloth, outward, collision",
           "solid -> cloth, outward, prediction", "solid -> shell, inward, collision",
           "solid -> shell, outward, prediction", "cloth -> solid, inward, collision",
           "cloth -> solid, outward, collision",  "cloth -> solid, outward, prediction",
           "shell -> solid, inward, collision",   "shell -> solid, outward, prediction",
           "cloth -> cloth, inward, collision",   "cloth -> cloth, outward, prediction",
           "cloth -> shell, outward, collision",  "cloth -> shell, inward, prediction",
           "shell -> cloth, outward, collision",  "shell -> cloth, inward, prediction",
           "cloth -> self, inward, prediction",   "cloth -> self, outward, collision",
       }) {
    EXPECT_GT(tally[what], 50) << what;
  }
}

// ---- two objects that face each other, as far apart as the rays reach

constexpr float kE = 0.003f;  // m, of cloth and shells

enum class What { cloth, shell, fixed, kinematic, rigid, soft };
constexpr What kAll[] = {What::cloth, What::shell, What::fixed, What::kinematic, What::rigid, What::soft};

bool is_sheet(What what) { return what == What::cloth || what == What::shell; }
bool gives_way(What what) { return what == What::cloth || what == What::rigid || what == What::soft; }

/// 10 x 10 cm, level, on one side of `height` if it is a solid.
SceneObject level(What what, float height, bool above) {
  if (is_sheet(what)) {
    Mesh mesh = move(make_sheet({0.1f, 0.1f}, {5, 5}), {0, height, 0});
    return what == What::cloth ? cloth(mesh, kE) : shell(mesh, kE);
  }
  const float other = height + (above ? 0.05f : -0.05f);
  Mesh mesh = fine_box({-0.05f, std::min(height, other), -0.05f}, {0.05f, std::max(height, other), 0.05f}, 4);
  const MotionKind motion = what == What::fixed       ? MotionKind::fixed
                            : what == What::kinematic ? MotionKind::kinematic
                            : what == What::rigid     ? MotionKind::rigid
                                                      : MotionKind::soft;
  return moved_by(motion, solid(mesh));
}

/// How many rays of the lower of two objects met the upper one, `gap` above it; both turned by `turn`, the lower one
/// thrown aside at `speed`.
int seen_across(What lower, What upper, float gap, glm::quat turn, float speed, const Settings& settings) {
  // Moved aside, so that rays meet no edges.
  std::vector<SceneObject> objects{level(lower, 0, false), level(upper, gap, true)};
  objects[1].mesh = move(objects[1].mesh, {0.0041f, 0, 0.0073f});
  for (SceneObject& object : objects) object.mesh = place(object.mesh, turn, Vec3(0));
  objects[1].name = "upper";
  const auto simulation = simulate(objects, settings);
  throw_object(*simulation, 0, turn * Vec3(speed, 0, 0));
  simulation->detect_only();
  Tally tally;
  expect_reference(*simulation, Reference(*simulation).contacts(), tally,
                   0);  // opposite vertices of blocks hide each other
  const Model& model = simulation->model();
  int count = 0;
  for (const ContactView& contact : simulation->contacts()) {
    if (model.vertex_object[contact.vertex] == 0 && model.triangle_object[contact.triangle] == 1) ++count;
  }
  return count;
}

/// So that each side of the boxes comes to face the other object.
std::vector<glm::quat> six_turns() {
  const float half = std::sqrt(0.5f);
  return {{1, 0, 0, 0}, {0, 1, 0, 0}, {half, half, 0, 0}, {half, -half, 0, 0}, {half, 0, 0, half}, {half, 0, 0, -half}};
}

TEST(WhoAsksWhom, AsFarAsTheRaysReachAndNoFarther) {
  constexpr float kHair = 1e-5f;  // m
  for (const What lower : kAll) {
    for (const What upper : kAll) {
      const float touching = (is_sheet(lower) ? kE : 0) + (is_sheet(upper) ? kE : 0);
      const bool asks = gives_way(lower) || gives_way(upper);
      for (const float speed : {0.0f, 6.0f}) {
        Settings settings = vertex_contacts();
        // Farther than the broad phase looks for the sake of speed: 2 * 15 m/s for 1/120 s.
        settings.prediction_distance = speed > 0 ? 0.001f : 0.3f;
        const float reach = speed > 0 ? touching + speed / 120 : 0.3f;  // two detections in a step of 1/60 s
        for (const glm::quat& turn : six_turns()) {
          SCOPED_TRACE(std::to_string(static_cast<int>(lower)) + " under " + std::to_string(static_cast<int>(upper)) +
                       " at " + std::to_string(speed) + " m/s");
          // The nine vertices within the side of a block, or those of a sheet that are below the other object: all of
          // 6 x 6 but the two rows that stand out on either side.
          const int seen = is_sheet(lower) ? 25 : 9;
          EXPECT_EQ(seen_across(lower, upper, reach - kHair, turn, speed, settings), asks ? seen : 0);
          EXPECT_EQ(seen_across(lower, upper, reach + kHair, turn, speed, settings), 0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace raycloth
