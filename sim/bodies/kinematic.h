// Kinematic objects on their device: where each is in every substep of a step is found on the host, in doubles, and
// read by the kernels from one array, so that both devices get the same numbers and a recorded step stays the same.
#pragma once

#include <vector>

#include "device/buffer.h"
#include "device/queue.h"
#include "sim/model/model.h"
#include "sim/settings.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// x = rows (s - pivot) + w, with s between two shapes; 80 bytes. The w of the rows hold pivot + translation.
struct DevicePose {
  Vec4 rows[3];
  int shape, next_shape;  // first vertex of each among the shapes of all objects
  float share;            // of the next one
  float advance;          // by how much of the way between the two it went on in this substep
  Vec4 turn;  // by what the rows turned in this substep: xyz in radians, about the axis that it points along
};

/// Beside a solid's turn that of cloth counts for nothing.
inline constexpr float kLeads = 1e6f;

struct KinematicVertex {
  int vertex;  // of the scene
  int motion;  // which pose
  int place;   // among the vertices of its object
};

struct Kinematics {
  explicit Kinematics(const Model& model);

  Buffer<KinematicVertex> vertices;
  Buffer<Vec4> shapes;       // relative to the pivots
  Buffer<Vec4> shape_turns;  // of each vertex of them: how its normal turns from there to the next shape, as a pose's
  Buffer<DevicePose> poses;  // of substep s, counted from 1, and motion m: (s - 1) * motions + m
  /// Per vertex of the scene, none where nothing turns: how the surface turns there in the present substep, xyz as a
  /// pose's; w: 1 of cloth of which that is known (sim/response/turns.cpp), 0 of other cloth, kLeads of solids.
  Buffer<Vec4> turns, next_turns;
  int motions;
  std::vector<int> first_shape;  // of each motion: where its shapes begin
};

/// The poses of a step that begins at `time`. Between steps.
void upload_poses(Kinematics& kinematics, const Model& model, double time_step, int substeps, double time);

/// Before a detection: velocities that lead to where the vertices will be at the end of substep `until`, in `interval`
/// seconds, and the turns of substep `from`, the first of them. Rays and boxes then reach exactly as far as the motion
/// does.
void foresee_kinematic(Queue& queue, World& world, int from, int until, float interval);

/// In substep `s`, after the integration: to their places, with the velocities that brought them there.
void move_kinematic(Queue& queue, World& world, int s, float h);

}  // namespace raycloth::RAYCLOTH_DEVICE
