// Contacts that push rigid bodies, in rows of their own beside those of sim/response, and the ground under rigid
// bodies. A scene without rigid bodies has none of this.
#include "device/parallel.h"
#include "sim/bodies/rigid_rows.h"
#include "sim/response/friction.h"
#include "sim/response/rows.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

RigidContacts::RigidContacts(const Bodies& bodies, const State& state, const Contacts& contacts) {
  if (bodies.rigid_count == 0) return;
  moves.resize(state.vertices_count);
  reserve(*this, bodies, contacts);
}

void reserve(RigidContacts& rows, const Bodies& bodies, const Contacts& contacts) {
  if (bodies.rigid_count == 0) return;
  const size_t capacity = contacts.capacity();
  rows.row_offsets.resize(capacity + 1);
  rows.vertices.resize(capacity);
  rows.weights.resize(capacity);
  rows.normals.resize(capacity);
  rows.friction.resize(capacity);
  rows.targets.resize(capacity);
  rows.impulses.resize(capacity);
}

static DeviceCount rigid_row_count(const RigidContacts& contacts) {
  const int capacity = static_cast<int>(contacts.vertices.size());
  return {capacity, contacts.row_offsets.data() + capacity};
}

RAYCLOTH_HD static Vec3 limited_grip(Vec3 grip, float pressed, Vec2 friction) {
  const Vector3<float> limited =
      limit_grip(Vector3<float>{grip.x, grip.y, grip.z}, pressed, Vector2<float>{friction.x, friction.y});
  return Vec3(limited.x, limited.y, limited.z);
}

/// All contacts of rigid bodies: they are few, and a body's speed is no vertex's.
void connect_rigid(Queue& queue, World& world) {
  if (world.bodies.rigid_count == 0) return;
  const ContactList contacts = world.handler->contacts().list();
  RigidContacts& rows = world.rigid_contacts;
  const RigidBodies rigid = rigid_bodies(world);
  const bool act_on_predictions = world.settings.response_uses_predictions;
  int* offsets = rows.row_offsets.data();
  parallel_for(queue, "find_rigid_rows", contacts.count(), 6 * bytes<int> + bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    const bool may_act = act_on_predictions || !(contacts.flags[i] & kFlagPrediction);
    offsets[i] = may_act && rigid.any(contacts.vertices[i]) ? 1 : 0;
  });
  exclusive_scan(queue, offsets, offsets, contacts.count());
  gather_rows(queue, "copy_rigid_rows", world, rows, {offsets, nullptr, nullptr});
}

/// What C must reach, an overlap being corrected by push_out and no more; nothing is pressed yet.
void begin_rigid(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  RigidContacts& rows = world.rigid_contacts;
  const Vec4* previous = world.state.previous.data();
  const Int4* vertices = rows.vertices.data();
  const Vec4 *weights = rows.weights.data(), *normals = rows.normals.data();
  float* targets = rows.targets.data();
  Vec4* impulses = rows.impulses.data();
  const float push_out = world.settings.push_out_speed * h;
  parallel_for(queue, "begin_rigid_rows", rigid_row_count(rows), kRowBytes + bytes<float, Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Vec4 normal = normals[i];
                 const float c = glm::dot(xyz(normal), sum_of_row(previous, vertices[i], weights[i])) - normal.w;
                 targets[i] = fminf(0.0f, c + push_out);
                 impulses[i] = Vec4(0);
               });
  queue.zero(world.bodies.ground_impulses.data(), world.bodies.ground_impulses.size() * sizeof(Vec4));
}

/// How many rows and vertices on the ground push each body in this pass.
static void count_pushes(Queue& queue, World& world) {
  const RigidContacts& rows = world.rigid_contacts;
  const RigidBodies rigid = rigid_bodies(world);
  const Vec4* x = world.state.positions.data();
  const Int4* vertices = rows.vertices.data();
  const Vec4 *weights = rows.weights.data(), *normals = rows.normals.data(), *impulses = rows.impulses.data();
  const float* targets = rows.targets.data();
  parallel_for(queue, "count_rows", rigid_row_count(rows), kRowBytes + bytes<float, Vec4> + 6 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int4 v = vertices[i];
                 const float c = glm::dot(xyz(normals[i]), sum_of_row(x, v, weights[i])) - normals[i].w;
                 if (c >= targets[i] && impulses[i].w == 0) return;
                 for_sides(
                     rigid, x, v, weights[i],
                     [&](const RigidSide& side) { atomic_add(&rigid.pushes[side.body].acting, 1); }, [](int) {});
               });
  for (const Ground& ground : world.model.ground) {
    const Int2* listed = world.bodies.rigid_vertices.data();
    const Vec4* ground_impulses = world.bodies.ground_impulses.data();
    const int count = static_cast<int>(world.bodies.rigid_vertices.size());
    parallel_for(queue, "count_ground", count, bytes<Int2> + 2 * bytes<Vec4> + 2 * bytes<int>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   if (x[listed[i].x].y >= ground.height && ground_impulses[i].w == 0) return;
                   atomic_add(&rigid.pushes[listed[i].y].acting, 1);
                 });
  }
}

static void solve_rows(Queue& queue, World& world) {
  RigidContacts& rows = world.rigid_contacts;
  const RigidBodies rigid = rigid_bodies(world);
  const Vec4 *x = world.state.positions.data(), *previous = world.state.previous.data();
  const Int4* vertices = rows.vertices.data();
  const Vec4 *weights = rows.weights.data(), *normals = rows.normals.data();
  const float* targets = rows.targets.data();
  const Vec2* friction = rows.friction.data();
  Vec4* impulses = rows.impulses.data();
  VertexMove* moves = rows.moves.data();
  parallel_for(
      queue, "solve_rigid_rows", rigid_row_count(rows),
      kRowBytes + 6 * bytes<Vec4> + bytes<float, Vec2> + 4 * bytes<int> + 2 * bytes<RigidNow> + 4 * bytes<RigidPush> +
          8 * bytes<VertexMove>,
      [=] RAYCLOTH_KERNEL(int i) {
        const Int4 v = vertices[i];
        const Vec4 w = weights[i], so_far = impulses[i];
        const Vec3 n = xyz(normals[i]), now = sum_of_row(x, v, w);
        const float violation = targets[i] - (glm::dot(n, now) - normals[i].w);
        if (violation <= 0 && so_far.w == 0) return;
        const Vec3 moved = now - sum_of_row(previous, v, w);
        const Vec3 slid = moved - n * glm::dot(n, moved);
        const float limit = lightest(rigid, v);
        const float along = row_mobility(rigid, x, v, w, n, limit);
        const float across = row_mobility(rigid, x, v, w, direction_of(slid), limit);
        const float pressed = fmaxf(so_far.w + violation / along, 0.0f);  // a contact never pulls
        const Vec3 grip = limited_grip(xyz(so_far) - slid / across, pressed, friction[i]);
        const Vec3 push = n * (pressed - so_far.w) + grip - xyz(so_far);
        impulses[i] = Vec4(grip, pressed);
        for_sides(
            rigid, x, v, w,
            [&](const RigidSide& side) { rigid.push(side.body, push * side.weight, glm::cross(side.arm, push)); },
            [&](int k) { add_move(&moves[v[k]], push * (fminf(x[v[k]].w, limit) * w[k])); });
      });
}

/// Every vertex by itself takes the mean of what its rows ask of it. Forgets the moves.
static void move_vertices(Queue& queue, World& world) {
  Vec4* x = world.state.positions.data();
  VertexMove* moves = world.rigid_contacts.moves.data();
  parallel_for(queue, "move_by_rigid", world.state.vertices_count, 2 * bytes<VertexMove, Vec4>,
               [=] RAYCLOTH_KERNEL(int v) {
                 const VertexMove move = moves[v];
                 if (move.rows == 0) return;
                 const Vec3 sum(from_fixed(move.sum[0]), from_fixed(move.sum[1]), from_fixed(move.sum[2]));
                 x[v] = Vec4(xyz(x[v]) + sum / static_cast<float>(move.rows), x[v].w);
                 moves[v] = VertexMove{};
               });
}

/// The plane of the ground under rigid bodies: the same row as a contact's, with the ground's friction.
static void push_from_ground(Queue& queue, World& world) {
  for (const Ground& ground : world.model.ground) {
    const RigidBodies rigid = rigid_bodies(world);
    const Int2* listed = world.bodies.rigid_vertices.data();
    const Vec2* friction = world.state.ground_friction.data();
    const Vec4 *x = world.state.positions.data(), *previous = world.state.previous.data();
    Vec4* impulses = world.bodies.ground_impulses.data();
    const int count = static_cast<int>(world.bodies.rigid_vertices.size());
    parallel_for(queue, "push_from_ground", count,
                 2 * bytes<Int2> + 4 * bytes<Vec4> + bytes<RigidNow> + 2 * bytes<RigidPush>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   const int v = listed[i].x, body = listed[i].y;
                   const Vec3 here = xyz(x[v]), moved = here - xyz(previous[v]);
                   const float depth = ground.height - here.y;
                   const Vec4 so_far = impulses[i];
                   if (depth <= 0 && so_far.w == 0) return;
                   const Vec3 arm = here - rigid.now[body].centre, slid(moved.x, 0, moved.z), up(0, 1, 0);
                   const float pressed = fmaxf(so_far.w + depth / rigid.mobility(body, 1, arm, up), 0.0f);
                   const Vec3 hold = slid / rigid.mobility(body, 1, arm, direction_of(slid));
                   const Vec3 grip = limited_grip(xyz(so_far) - hold, pressed, friction[v]);
                   const Vec3 push = up * (pressed - so_far.w) + grip - xyz(so_far);
                   rigid.push(body, push, glm::cross(arm, push));
                   impulses[i] = Vec4(grip, pressed);
                 });
  }
}

void add_impulses(RigidContacts& contacts, float h, std::vector<Vec3>& impulses) {
  if (contacts.vertices.size() > 0) add_row_impulses(contacts, h, impulses);
}

void push_rigid(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  count_pushes(queue, world);
  solve_rows(queue, world);
  push_from_ground(queue, world);
  move_vertices(queue, world);
  move_rigid(queue, world, h);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
