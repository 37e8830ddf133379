// The steps of build_model, each filling its arrays of the Model from those before it.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"
#include "sim/model/parts/threads.h"

namespace raycloth {

/// kinematic; puts its vertices where they are at time 0.
void find_motions(const Scene& scene, Model& model);

/// triangle_neighbours and the vertex -> triangle rows.
void find_adjacency(Model& model);

/// bodies, still without masses, and all velocities.
void find_bodies(const Scene& scene, Model& model);

/// edges, of all cloth objects, likewise what follows.
void find_edges(const std::vector<Threads>& threads, Model& model);
void find_membrane(const std::vector<Threads>& threads, Model& model);
void find_creases(Model& model);
/// After the pins, for what stands between pins cannot bend.
void find_curvature(const std::vector<Threads>& threads, Model& model);
/// Of the rows of curvature.
void find_steepness(Model& model);
/// After the pins and attachments, which hold nodes.
void find_levels(const std::vector<Threads>& threads, Model& model);

/// Those three, anew: all that depends on which vertices are pinned, but for the masses.
void find_what_pins_hold(Model& model);

/// pins, and inverse masses of 0 for them.
void pin_vertices(const Scene& scene, Model& model);

void find_attachments(const Scene& scene, Model& model);
/// Of them, but for pinned vertices.
void find_fastenings(Model& model);

/// One side of a triangle, sorted by its two vertices.
struct Side {
  int low, high;
  int triangle, corner;  // the side runs from `corner` to the next one
};
std::vector<Side> sorted_sides(const Model& model);

/// Calls f(span of sides) for every edge.
template <class F>
void for_edges(const std::vector<Side>& sides, F f) {
  for (size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    while (end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high) ++end;
    f(std::span<const Side>(&sides[begin], end - begin));
  }
}

}  // namespace raycloth
