// The one list of contacts: what every handler fills and the response reads. It knows the owners of contacts by ordered
// offsets, and no more of who made them. A maker gives each of its owners (a vertex, an edge) a number, counts the
// contacts of every owner, and writes them from there on once all are placed:
//
//   contacts.begin(queue);                        // a new detection
//   ... contacts.list().offsets[owner] = count;   // a kernel of each maker
//   contacts.place(queue);                        // counts become offsets
//   ... contacts.list() at offsets[owner] ...     // likewise
//   contacts.keep(queue);                         // what the next detection may look up
//
// Order is by owner and never depends on the thread schedule.
#pragma once

#include <vector>

#include "collision/kinds.h"
#include "device/backend.h"
#include "device/buffer.h"
#include "device/carried.h"
#include "device/math.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Counted on the device, read between steps.
struct ContactCounters {
  int most;                                 // of any detection since the reset, also beyond the capacity
  int collisions, predictions, inversions;  // of the last detection
};

/// A contact keeps C = normal . sum_i weights_i x_i - rest >= 0 over its four vertices. For a vertex against a
/// triangle the weights are (1, -u, -v, -w), for an edge against an edge (1 - s, s, t - 1, -t); the normal points from
/// the second feature to the side where the first belongs. One entry per contact in each array.
struct ContactList {
  int owners, capacity;
  int* offsets;  // owner i: [offsets[i], offsets[i + 1]); what is at or beyond capacity is missing
  Int4* vertices;
  Vec4* weights;
  Vec4* normals;     // xyz: unit normal, w: rest distance in m
  float* distances;  // m at detection: normal . sum_i weights_i x_i, negative on the wrong side
  int* triangles;    // that of the second feature; -1 where nobody knows
  int* flags;        // see below
  ContactCounters* counters;

  /// Of contacts found, capacity at most.
  DeviceCount count() const { return {capacity, offsets + owners}; }
};

/// What the last detection left of its owners, for the arrays that makers keep beside it, by place in the list.
struct PreviousOwners {
  const int* offsets;
  int capacity;

  /// Calls visit(place) for the contacts that an owner had until it returns false.
  template <class Visit>
  RAYCLOTH_HD void operator()(int owner, Visit visit) const {
    for (int k = offsets[owner]; k < offsets[owner + 1] && k < capacity; ++k) {
      if (!visit(k)) return;
    }
  }
};

/// Within one cloth nothing may be asked to stay farther apart than this part of the distance at rest.
inline constexpr float kOwnRest = 0.7f;
/// Rest distance of contacts of two edges as a part of e + e'.
inline constexpr float kEdgeRest = 0.5f;
/// Edges this much (m) beyond what they can close until the next detection still make one.
inline constexpr float kEdgeMargin = 0.001f;

inline constexpr int kFlagPrediction = 1, kFlagInverted = 2, kFlagInward = 4, kFlagEdges = 8, kFlagCaught = 16;

/// A list of contacts on the host.
struct ContactTable {
  std::vector<Int4> vertices;
  std::vector<Vec4> weights, normals;
  std::vector<float> distances;
  std::vector<int> triangles, flags;
};

/// Of one in the list.
inline constexpr long long kContactBytes = bytes<Int4, float, int, int> + 2 * bytes<Vec4>;

class Contacts {
 public:
  Contacts(int owners, int capacity);

  int owners() const { return static_cast<int>(offsets_.size()) - 1; }
  int capacity() const { return static_cast<int>(vertices_.size()); }
  ContactList list();
  PreviousOwners previous() const { return {previous_offsets_.data(), capacity()}; }
  /// Where those of an owner begin among what the last detection left; of owners(): how many there are.
  const int* previous_place(int owner) const { return previous_offsets_.data() + owner; }

  /// Room for so many; present contacts are lost. Between steps.
  void reserve(int capacity);

  // On the queue.
  void begin(Queue& queue);  // no owner has any
  void place(Queue& queue);
  void keep(Queue& queue);
  void forget(Queue& queue);  // the present ones and what the last detection left
  void reset_counters(Queue& queue);

  /// Those of the last detection that had room, waiting for the device.
  ContactTable download() const;
  ContactCounters counters() const { return counters_.download()[0]; }
  void list_carried(CarriedList& list) { carry(list, previous_offsets_); }

 private:
  Buffer<int> offsets_, previous_offsets_;
  Buffer<Int4> vertices_;
  Buffer<Vec4> weights_, normals_;
  Buffer<float> distances_;
  Buffer<int> triangles_, flags_;
  Buffer<ContactCounters> counters_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
