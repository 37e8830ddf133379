#include "sim/bodies/kinematic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "device/parallel.h"
#include "sim/mesh/normals.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

static constexpr int kMostSubsteps = 200;  // as the settings allow

/// The shortest turn that leads from one direction to the other; none where one has no length.
static glm::dvec3 shortest_turn(const glm::dvec3& from, const glm::dvec3& to) {
  const glm::dvec3 across = glm::cross(from, to);
  const double sine = glm::length(across);
  return sine > 0 ? across * (std::atan2(sine, glm::dot(from, to)) / sine) : glm::dvec3(0);
}

/// From each of the shapes to the next one; from the last, none.
static void add_turns(const Model& model, const KinematicObject& moving, std::vector<Vec4>& turns) {
  const ModelObject& object = model.objects[moving.object];
  const auto& shapes = moving.motion.sequence.shapes;
  std::vector<Int3> triangles;
  for (int t = object.triangles.begin; t < object.triangles.end; ++t)
    triangles.push_back(model.triangles[t] - object.vertices.begin);
  std::vector<glm::dvec3> here = vertex_normals<glm::dvec3>(shapes[0], triangles);
  for (size_t shape = 1; shape < shapes.size(); ++shape) {
    std::vector<glm::dvec3> next = vertex_normals<glm::dvec3>(shapes[shape], triangles);
    for (size_t v = 0; v < next.size(); ++v) turns.push_back(Vec4(shortest_turn(here[v], next[v]), 0));
    here = std::move(next);
  }
  turns.resize(turns.size() + here.size(), Vec4(0));
}

/// Nothing is known of what contacts move; solids that stay do not turn.
static std::vector<Vec4> first_turns(const Model& model) {
  std::vector<Vec4> turns;
  for (const int object : model.vertex_object) {
    const ModelObject& of = model.objects[object];
    const bool leads = of.kind != ObjectKind::cloth && !is_body(of.motion);
    turns.push_back(Vec4(Vec3(0), leads ? kLeads : 0));
  }
  return turns;
}

Kinematics::Kinematics(const Model& model) : motions(static_cast<int>(model.kinematic.size())) {
  std::vector<KinematicVertex> listed;
  std::vector<Vec4> shape_vertices, turns_to_next;
  for (int m = 0; m < motions; ++m) {
    const KinematicObject& moving = model.kinematic[m];
    const Range range = model.objects[moving.object].vertices;
    for (int v = range.begin; v < range.end; ++v) listed.push_back({v, m, v - range.begin});
    first_shape.push_back(static_cast<int>(shape_vertices.size()));
    for (const std::vector<Vec3>& shape : moving.motion.sequence.shapes) {
      for (const Vec3& p : shape) shape_vertices.push_back(Vec4(p - moving.motion.pivot, 0));
    }
    add_turns(model, moving, turns_to_next);
  }
  vertices = Buffer<KinematicVertex>(listed);
  shapes = Buffer<Vec4>(shape_vertices);
  shape_turns = Buffer<Vec4>(turns_to_next);
  if (std::any_of(model.kinematic.begin(), model.kinematic.end(),
                  [](const KinematicObject& moving) { return raycloth::turns(moving.motion); })) {
    turns = Buffer<Vec4>(first_turns(model));
    next_turns = Buffer<Vec4>(model.positions.size());
  }
  poses.resize(static_cast<size_t>(kMostSubsteps) * motions);
}

static DevicePose device_pose(const Pose& before, const Pose& pose, const Vec3& pivot, int first_shape, int vertices) {
  DevicePose result{};
  const glm::dvec3 place = glm::dvec3(pivot) + pose.translation;
  for (int r = 0; r < 3; ++r) {
    const glm::dvec3 row(pose.rotation[0][r], pose.rotation[1][r], pose.rotation[2][r]);
    result.rows[r] = Vec4(Vec3(row), static_cast<float>(place[r]));
  }
  result.shape = first_shape + pose.shape * vertices;
  result.next_shape = first_shape + pose.next_shape * vertices;
  result.share = static_cast<float>(pose.share);
  result.advance = static_cast<float>(advance_between(before, pose));
  result.turn = Vec4(turn_between(before, pose), 0);
  return result;
}

void upload_poses(Kinematics& kinematics, const Model& model, double time_step, int substeps, double time) {
  if (kinematics.motions == 0) return;
  const double h = time_step / substeps;
  std::vector<Pose> before;
  for (const KinematicObject& moving : model.kinematic) before.push_back(pose_at(moving.motion, time));
  std::vector<DevicePose> poses;
  for (int s = 1; s <= substeps; ++s) {
    for (int m = 0; m < kinematics.motions; ++m) {
      const KinematicObject& moving = model.kinematic[m];
      const Pose pose = pose_at(moving.motion, time + s * h);
      poses.push_back(device_pose(before[m], pose, moving.motion.pivot, kinematics.first_shape[m],
                                  model.objects[moving.object].vertices.size()));
      before[m] = pose;
    }
  }
  kinematics.poses.upload(poses);
}

RAYCLOTH_HD static Vec3 rotated(const DevicePose& pose, Vec3 v) {
  return Vec3(glm::dot(xyz(pose.rows[0]), v), glm::dot(xyz(pose.rows[1]), v), glm::dot(xyz(pose.rows[2]), v));
}

RAYCLOTH_HD static Vec3 posed(const DevicePose& pose, const Vec4* shapes, int place) {
  const Vec3 a = xyz(shapes[pose.shape + place]), b = xyz(shapes[pose.next_shape + place]);
  return rotated(pose, a + (b - a) * pose.share) + Vec3(pose.rows[0].w, pose.rows[1].w, pose.rows[2].w);
}

namespace {

/// How vertices turn in a substep.
struct TellTurn {
  const Vec4* of_shapes;
  const DevicePose* poses;  // of that substep
  Vec4* turns;              // null: nothing turns

  RAYCLOTH_HD void operator()(const KinematicVertex& k) const {
    if (!turns) return;
    const DevicePose& pose = poses[k.motion];
    const Vec3 of_shape = xyz(of_shapes[pose.shape + k.place]) * pose.advance;
    turns[k.vertex] = Vec4(xyz(pose.turn) + rotated(pose, of_shape), kLeads);
  }
};

}  // namespace

static const DevicePose* poses_of(const Kinematics& kinematics, int substep) {
  return kinematics.poses.data() + (substep - 1) * kinematics.motions;
}

static TellTurn tell_turn(Kinematics& kinematics, int substep) {
  return {kinematics.shape_turns.data(), poses_of(kinematics, substep), kinematics.turns.data()};
}

constexpr long long kVertexBytes = bytes<KinematicVertex, DevicePose> + 2 * bytes<Vec4>;  // its place and its turn

void foresee_kinematic(Queue& queue, World& world, int from, int until, float interval) {
  const KinematicVertex* vertices = world.kinematics.vertices.data();
  const Vec4* shapes = world.kinematics.shapes.data();
  const DevicePose* poses = poses_of(world.kinematics, until);
  const TellTurn tell = tell_turn(world.kinematics, from);
  const Vec4* x = world.state.positions.data();
  Vec4* v = world.state.velocities.data();
  const int count = static_cast<int>(world.kinematics.vertices.size());
  parallel_for(queue, "foresee_kinematic", count, kVertexBytes + 4 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    const KinematicVertex k = vertices[i];
    v[k.vertex] = Vec4((posed(poses[k.motion], shapes, k.place) - xyz(x[k.vertex])) / interval, 0);
    tell(k);
  });
}

void move_kinematic(Queue& queue, World& world, int s, float h) {
  const KinematicVertex* vertices = world.kinematics.vertices.data();
  const Vec4* shapes = world.kinematics.shapes.data();
  const DevicePose* poses = poses_of(world.kinematics, s);
  const TellTurn tell = tell_turn(world.kinematics, s);
  Vec4* x = world.state.positions.data();
  Vec4* previous = world.state.previous.data();
  Vec4* v = world.state.velocities.data();
  const int count = static_cast<int>(world.kinematics.vertices.size());
  parallel_for(queue, "move_kinematic", count, kVertexBytes + 6 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    const KinematicVertex k = vertices[i];
    const Vec3 from = xyz(x[k.vertex]), to = posed(poses[k.motion], shapes, k.place);
    previous[k.vertex] = Vec4(from, 0);
    x[k.vertex] = Vec4(to, 0);
    v[k.vertex] = Vec4((to - from) / h, 0);
    tell(k);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
