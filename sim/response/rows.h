// What rows of contacts have in common, whether they push vertices (response.cpp) or rigid bodies
// (sim/bodies/rigid_contacts.cpp).
#pragma once

#include "collision/contacts/contacts.h"
#include "device/algorithms.h"
#include "device/lanes.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// sum_i weights_i x_i
RAYCLOTH_HD inline Vec3 sum_of_row(const Vec4* x, Int4 v, Vec4 w) {
  return xyz(x[v.x]) * w.x + xyz(x[v.y]) * w.y + xyz(x[v.z]) * w.z + xyz(x[v.w]) * w.w;
}

/// Which row a contact has: rows come in the order of contacts, those that may act soon before all others.
struct RowPlaces {
  const int* rows;        // how many contacts before contact i have one
  const int* soon;        // and how many of them may act soon; null: as if none might
  const int* soon_count;  // of all

  /// -1: none.
  RAYCLOTH_HD int of(int i) const {
    const int row = rows[i];
    if (rows[i + 1] == row) return -1;
    if (!soon) return row;
    return soon[i + 1] != soon[i] ? soon[i] : *soon_count + row - soon[i];
  }
};

/// Copies the contacts that have a row there, with the friction of their pair: geometric means of both objects'.
struct CopyToRows {
  ContactList contacts;
  RowPlaces places;
  const int* vertex_object;
  const Material* materials;
  Int4* vertices;
  Vec4 *weights, *normals;
  Vec2* friction;

  RAYCLOTH_HD void operator()(int i) const {
    const int row = places.of(i);
    if (row < 0) return;
    const Int4 v = contacts.vertices[i];
    const Material &a = materials[vertex_object[v.x]], &b = materials[vertex_object[v.w]];
    vertices[row] = v;
    weights[row] = contacts.weights[i];
    normals[row] = contacts.normals[i];
    friction[row] = Vec2(sqrtf(a.static_friction * b.static_friction), sqrtf(a.kinetic_friction * b.kinetic_friction));
  }
};

/// What a row is read with: its vertices, weights and normal, and where its vertices are.
inline constexpr long long kRowBytes = bytes<Int4> + 6 * bytes<Vec4>;

/// Fills the rows of `Rows` (Response or RigidContacts), of which row_offsets says how many there are.
template <class Rows>
void gather_rows(Queue& queue, const char* name, World& world, Rows& rows, const RowPlaces& places) {
  const ContactList contacts = world.handler->contacts().list();
  const Moves moved = Moves(places.soon ? 2 * bytes<Int2> : bytes<Int2>)
                          .per(rows.row_offsets.data() + contacts.capacity, 6 * bytes<Vec4> + 2 * bytes<Vec2, int>);
  parallel_for(queue, name, contacts.count(), moved,
               CopyToRows{contacts, places, world.state.vertex_object.data(), world.state.materials.data(),
                          rows.vertices.data(), rows.weights.data(), rows.normals.data(), rows.friction.data()});
}

/// Adds what the rows of `Rows` did to their vertices in the last substep (of `h` seconds), in N s.
template <class Rows>
void add_row_impulses(const Rows& rows, float h, std::vector<Vec3>& impulses) {
  const int count = rows.row_offsets.download(rows.vertices.size(), 1)[0];
  const std::vector<Int4> vertices = rows.vertices.download(0, count);
  const std::vector<Vec4> weights = rows.weights.download(0, count), normals = rows.normals.download(0, count);
  const std::vector<Vec4> pushes = rows.impulses.download(0, count);
  for (int i = 0; i < count; ++i) {
    const Vec3 push = (xyz(normals[i]) * pushes[i].w + xyz(pushes[i])) / h;
    for (int k = 0; k < 4; ++k) impulses[vertices[i][k]] += push * weights[i][k];
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
