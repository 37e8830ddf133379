// How far the net moves each vertex in a step with care, summed over its detection intervals, for whoever looks at it.
#include <algorithm>

#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void begin_moves(Queue& queue, World& world, int d) {
  SafetyNet& net = *world.net;
  if (d == 0) queue.zero(net.moved.data(), net.moved.size() * sizeof(Vec4));
  queue.copy(net.found.data(), world.state.positions.data(), net.found.size() * sizeof(Vec4));
}

void add_moves(Queue& queue, World& world) {
  const Vec4 *x = world.state.positions.data(), *found = world.net->found.data();
  Vec4* moved = world.net->moved.data();
  parallel_for(queue, "add_net_moves", world.state.vertices_count, 4 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int v) { moved[v] += x[v] - found[v]; });
}

std::vector<Vec3> download_moves(const SafetyNet& net) {
  std::vector<Vec3> moves;
  for (const Vec4& move : net.moved.download()) moves.push_back(xyz(move));
  const bool any = std::any_of(moves.begin(), moves.end(), [](Vec3 move) { return move != Vec3(0); });
  return any ? moves : std::vector<Vec3>();
}

}  // namespace raycloth::RAYCLOTH_DEVICE
