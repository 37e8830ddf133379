#include "app/run/live/frame.h"

namespace raycloth {

void fill_state(Frame& frame, Simulation& s, const Wishes& wishes, const std::map<int, int>& hands) {
  frame.number = s.frame();
  frame.time = s.time();
  frame.positions.assign(s.positions().begin(), s.positions().end());
  frame.normals.assign(s.normals().begin(), s.normals().end());
  frame.velocities.clear();
  if (wishes.velocities) frame.velocities.assign(s.velocities().begin(), s.velocities().end());
  frame.impulses = wishes.impulses ? s.contact_impulses() : std::vector<Vec3>();
  frame.tangle = wishes.crossings ? s.tangle() : Tangle();
  frame.net_moves = wishes.net ? s.net_moves() : std::vector<Vec3>();
  frame.contacts = wishes.contacts ? s.contacts() : std::vector<ContactView>();
  const bool has_boxes = wishes.boxes && !s.model().objects.empty();
  frame.boxes = has_boxes ? s.hierarchy_boxes(wishes.boxes_object, wishes.boxes_level) : std::vector<Vec3>();
  frame.buffers = wishes.buffers ? s.buffers() : std::vector<BufferUse>();
  frame.settings = s.settings();
  frame.materials = materials_of(s);
  frame.pins = s.model().pins;
  frame.counters = s.counters();
  frame.hands.clear();
  if (hands.empty()) return;
  const std::vector<float> forces = s.grab_forces();
  for (const auto& [hand, id] : hands) frame.hands.push_back({hand, forces[id]});
}

}  // namespace raycloth
