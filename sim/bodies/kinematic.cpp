#include "sim/bodies/kinematic.h"

#include <algorithm>

#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

static constexpr int kMostSubsteps = 200;  // as the settings allow

Kinematics::Kinematics(const Model& model) : motions(static_cast<int>(model.kinematic.size())) {
  std::vector<KinematicVertex> listed;
  std::vector<Vec4> shape_vertices;
  for (int m = 0; m < motions; ++m) {
    const KinematicObject& moving = model.kinematic[m];
    const Range range = model.objects[moving.object].vertices;
    for (int v = range.begin; v < range.end; ++v) listed.push_back({v, m, v - range.begin});
    first_shape.push_back(static_cast<int>(shape_vertices.size()));
    for (const std::vector<Vec3>& shape : moving.motion.sequence.shapes) {
      for (const Vec3& p : shape) shape_vertices.push_back(Vec4(p - moving.motion.pivot, 0));
    }
  }
  vertices = Buffer<KinematicVertex>(listed);
  shapes = Buffer<Vec4>(shape_vertices);
  poses.resize(static_cast<size_t>(kMostSubsteps) * motions);
}

static DevicePose device_pose(const Pose& pose, const Vec3& pivot, int first_shape, int vertices) {
  DevicePose result{};
  const glm::dvec3 place = glm::dvec3(pivot) + pose.translation;
  for (int r = 0; r < 3; ++r) {
    const glm::dvec3 row(pose.rotation[0][r], pose.rotation[1][r], pose.rotation[2][r]);
    result.rows[r] = Vec4(Vec3(row), static_cast<float>(place[r]));
  }
  result.shape = first_shape + pose.shape * vertices;
  result.next_shape = first_shape + pose.next_shape * vertices;
  result.share = static_cast<float>(pose.share);
  return result;
}

void upload_poses(Kinematics& kinematics, const Model& model, double time_step, int substeps, double time) {
  if (kinematics.motions == 0) return;
  const double h = time_step / substeps;
  std::vector<DevicePose> poses;
  for (int s = 1; s <= substeps; ++s) {
    for (int m = 0; m < kinematics.motions; ++m) {
      const KinematicObject& moving = model.kinematic[m];
      poses.push_back(device_pose(pose_at(moving.motion, time + s * h), moving.motion.pivot, kinematics.first_shape[m],
                                  model.objects[moving.object].vertices.size()));
    }
  }
  kinematics.poses.upload(poses);
}

RAYCLOTH_HD static Vec3 posed(const DevicePose& pose, const Vec4* shapes, int place) {
  const Vec3 a = xyz(shapes[pose.shape + place]), b = xyz(shapes[pose.next_shape + place]);
  const Vec3 s = a + (b - a) * pose.share;
  return Vec3(glm::dot(xyz(pose.rows[0]), s) + pose.rows[0].w, glm::dot(xyz(pose.rows[1]), s) + pose.rows[1].w,
              glm::dot(xyz(pose.rows[2]), s) + pose.rows[2].w);
}

void foresee_kinematic(Queue& queue, World& world, int until, float interval) {
  const KinematicVertex* vertices = world.kinematics.vertices.data();
  const Vec4* shapes = world.kinematics.shapes.data();
  const DevicePose* poses = world.kinematics.poses.data() + (until - 1) * world.kinematics.motions;
  const Vec4* x = world.state.positions.data();
  Vec4* v = world.state.velocities.data();
  const int count = static_cast<int>(world.kinematics.vertices.size());
  parallel_for(queue, "foresee_kinematic", count, bytes<KinematicVertex, DevicePose> + 4 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const KinematicVertex k = vertices[i];
                 v[k.vertex] = Vec4((posed(poses[k.motion], shapes, k.place) - xyz(x[k.vertex])) / interval, 0);
               });
}

void move_kinematic(Queue& queue, World& world, int s, float h) {
  const KinematicVertex* vertices = world.kinematics.vertices.data();
  const Vec4* shapes = world.kinematics.shapes.data();
  const DevicePose* poses = world.kinematics.poses.data() + (s - 1) * world.kinematics.motions;
  Vec4* x = world.state.positions.data();
  Vec4* previous = world.state.previous.data();
  Vec4* v = world.state.velocities.data();
  const int count = static_cast<int>(world.kinematics.vertices.size());
  parallel_for(queue, "move_kinematic", count, bytes<KinematicVertex, DevicePose> + 6 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const KinematicVertex k = vertices[i];
                 const Vec3 from = xyz(x[k.vertex]), to = posed(poses[k.motion], shapes, k.place);
                 previous[k.vertex] = Vec4(from, 0);
                 x[k.vertex] = Vec4(to, 0);
                 v[k.vertex] = Vec4((to - from) / h, 0);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
