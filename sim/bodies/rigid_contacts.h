// The rows of contacts that push rigid bodies, and what the response does with them (rigid_contacts.cpp).
#pragma once

#include "collision/contacts/contacts.h"
#include "device/buffer.h"
#include "sim/bodies/bodies.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct State;

/// What rows ask of a vertex that belongs to no rigid body, in 64-bit fixed point, and how many rows.
struct VertexMove {
  unsigned long long sum[3];  // m
  int rows;
};

struct RigidContacts {
  RigidContacts() = default;
  RigidContacts(const Bodies& bodies, const State& state, const Contacts& contacts);

  // As in Response.
  Buffer<int> row_offsets;
  Buffer<Int4> vertices;
  Buffer<Vec4> weights, normals;
  Buffer<Vec2> friction;
  Buffer<float> targets;
  Buffer<Vec4> impulses;     // of the present substep, in kg m: xyz friction, w along the normal
  Buffer<VertexMove> moves;  // per vertex of the scene
};

/// Room for as many contacts as the list has.
void reserve(RigidContacts& contacts, const Bodies& bodies, const Contacts& list);

/// After a detection: the rows.
void connect_rigid(Queue& queue, World& world);

/// As in sim/response.
void add_impulses(RigidContacts& contacts, float h, std::vector<Vec3>& impulses);

/// In every substep, and in every pass of it over the contacts.
void begin_rigid(Queue& queue, World& world, float h);
void push_rigid(Queue& queue, World& world, float h);

}  // namespace raycloth::RAYCLOTH_DEVICE
