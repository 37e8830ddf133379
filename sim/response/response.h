// The response to contacts: inequality constraints C = normal . sum_i weights_i x_i - rest >= 0 with Coulomb friction,
// solved by Jacobi passes that split masses, in a fixed order, so that neither threads nor devices change the sums.
#pragma once

#include "collision/contacts/contacts.h"
#include "device/buffer.h"
#include "device/parallel.h"
#include "sim/settings.h"
#include "sim/solver/state.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// At the end of a step's last pass: for the bytes that passes move.
struct ActingRows {
  int rows, listed;  // that act, and that are on the short lists
  int entries;       // of these lists
};

/// A row that moves a vertex: 4 * row + corner, and the weight of that corner.
struct alignas(8) NearRow {
  int at;
  float weight;
};

/// What a pass goes over: all or nothing.
struct PassSize {
  int rows, vertices;
};

struct Response {
  Response() = default;
  Response(const State& state, const Contacts& contacts);

  // Which contacts of the detection can act before the next one, and so have one of the rows below, and which of those
  // are likely to, and so come first (RowPlaces in rows.h); the last: how many.
  Buffer<int> row_offsets, soon_offsets;
  Buffer<int> fast = Buffer<int>(1);  // about how many of them move fast
  // Rows, as ContactList has them, and the friction of the pair: static, kinetic.
  Buffer<Int4> vertices;
  Buffer<Vec4> weights, normals;
  Buffer<Vec2> friction;
  // Per row, of the present substep.
  Buffer<float> targets;        // value that C must reach
  Buffer<float> violations;     // at the start: target - C, in m; 0 of what is on the lists
  Buffer<Vec4> befores;         // sum_i weights_i x_i at the start, w: its mobility in 1/kg, 0 until it first acts
  Buffer<Vec4> corrections;     // of this pass, of what is on the lists: displacement of a unit weight and inverse mass
  Buffer<unsigned char> flags;  // whether it acts, of this pass, and whether it goes on the lists below
  // Kept from substep to substep: impulse of friction in xyz, along the normal in w, in kg m.
  Buffer<Vec4> impulses;
  Buffer<unsigned char> busy;  // groups of rows that have a vertex that may move
  // How many rows the owners of contacts before each have, and how many of them are likely to act.
  Buffer<int> starts, soon_starts;
  // What of it all the last detection's rows leave to the next one's.
  Buffer<Int4> previous_vertices;
  Buffer<Vec4> previous_impulses;
  Buffer<float> previous_reaches;  // how far an impulse of 1 moved the vertex of the row that it moved farthest, 1/kg
  Buffer<int> previous_starts, previous_soon_starts;
  // Which rows move a vertex: entries [offsets[v], offsets[v + 1]) hold 4 * row + corner, ascending.
  Buffer<int> incidence_offsets, incidence_fill, incidence;
  // Rows that nearly act in the present substep, [offsets[v], near_ends[v]); are they others than those listed?
  Buffer<NearRow> near;
  Buffer<int> near_ends, outdated;
  Buffer<PassSize> passes = Buffer<PassSize>(kMostPasses + 1);  // of the present substep
  Buffer<ActingRows> acting = Buffer<ActingRows>(1);
  Buffer<float> even_parts, weighted_parts;  // per vertex, of the present substep: see VertexParts (acting.h)
};

/// Room for as many contacts as the list has.
void reserve(Response& response, const Contacts& contacts);

/// What the next step's rows take over from the present ones.
void list_carried(Response& response, CarriedList& list);

DeviceCount row_count(const Response& response);

/// After detection `d` of a step: which contacts can act, on which vertices, and what they did before.
void connect_contacts(Queue& queue, World& world, int d);

/// Of them: from what turns to the cloth that sticks to it.
void pass_turns_on(Queue& queue, World& world);

/// Nothing has pressed yet.
void forget_impulses(Queue& queue, Response& response);

/// Fills `acting`, between steps, waiting for the device.
void count_acting(Response& response);

/// Before the first substep of a detection: overlaps, without a velocity.
void push_out(Queue& queue, World& world, float interval);

/// Adds, per vertex, the impulses (N s) of the last substep, of `h` seconds. Between steps, waiting for the device.
void add_impulses(Response& response, float h, std::vector<Vec3>& impulses);

/// In every substep: contacts, the ground, friction.
void respond(Queue& queue, World& world, float h);

}  // namespace raycloth::RAYCLOTH_DEVICE
