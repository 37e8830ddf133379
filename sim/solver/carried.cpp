// What goes on from step to step, in checkpoints on the device and snapshots on the host.
#include <algorithm>
#include <cstddef>

#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// All of it, positions first; what is not named here or by the handler and the response is not carried.
static CarriedList carried_of(World& world) {
  CarriedList list;
  carry(list, world.state.positions);
  carry(list, world.state.velocities);
  carry(list, world.state.bodies);
  world.handler->list_carried(list, collision_options(world));
  list_carried(world.response, list);
  for (LevelArrays& level : world.state.levels) carry(list, level.anchor_vertices);
  carry(list, world.state.bend.set);
  carry(list, world.net->sweep.crossed());
  carry(list, world.net->sweep.crossed_count());
  carry(list, world.net->outlook);
  carry(list, world.net->caught_offsets);
  carry(list, world.net->caught_pairs, world.net->caught.count().count);
  list_carried(world.rest, list);
  return list;
}

void fit(World& world, Checkpoint& checkpoint) {
  const CarriedList list = carried_of(world);
  auto& arrays = checkpoint.arrays;
  arrays.resize(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    const size_t bytes = list[i].capacity * list[i].element;
    if (arrays[i].size() != bytes) arrays[i].resize(bytes);
  }
}

void save(Queue& queue, World& world, Checkpoint& checkpoint) {
  auto saved = checkpoint.arrays.begin();
  for (const Carried& carried : carried_of(world)) {
    queue.copy(saved->data(), carried.data, copied_bytes(carried));
    ++saved;
  }
}

void restore(Queue& queue, World& world, const Checkpoint& checkpoint, bool keeps_clearances) {
  world.handler->forget_shortcuts(queue);
  if (!keeps_clearances) world.net->sweep.forget_clearances(queue);
  auto saved = checkpoint.arrays.begin();
  for (const Carried& carried : carried_of(world)) {
    queue.copy(carried.data, saved->data(), copied_bytes(carried));
    ++saved;
  }
  find_normals(queue, world.state);
}

static std::vector<long long> capacities_of(const World& world) {
  std::vector<long long> capacities;
  for (const Room& room : rooms(world)) capacities.push_back(room.capacity);
  return capacities;
}

void save(World& world, Snapshot& snapshot) {
  snapshot.capacities = capacities_of(world);
  const CarriedList list = carried_of(world);
  snapshot.arrays.resize(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    snapshot.arrays[i].resize(used_elements(list[i]) * list[i].element);
    memory::copy_out(snapshot.arrays[i].data(), list[i].data, snapshot.arrays[i].size());
  }
}

void restore(Queue& queue, World& world, const Snapshot& snapshot) {
  const std::vector<long long> present = capacities_of(world);
  bool larger = false;
  for (size_t i = 0; i < present.size(); ++i) larger = larger || snapshot.capacities[i] > present[i];
  if (larger) make_room(world, snapshot.capacities);
  queue.run([&] {
    world.handler->forget_shortcuts(queue);
    world.net->sweep.forget_clearances(queue);
    world.handler->contacts().begin(queue);  // there are none of this moment
  });
  queue.synchronize();
  auto array = snapshot.arrays.begin();
  for (const Carried& carried : carried_of(world)) {
    memory::copy_in(carried.data, array->data(), array->size());
    ++array;
  }
  queue.run([&] { find_normals(queue, world.state); });
  queue.synchronize();
}

}  // namespace raycloth::RAYCLOTH_DEVICE
