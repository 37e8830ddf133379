// The seam between the solver and whoever handles collisions. A handler is an object on the host; its kernels stay
// static. It owns its buffers, fills the one list of contacts or corrects the state itself, says what of it goes on
// from step to step, grows when it was short, names its stages and counters, and explains a vertex to the inspector.
// The solver knows handlers by this header alone; docs/handlers.md tells how to add one.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "collision/contacts/contacts.h"
#include "collision/net/feature_pairs.h"
#include "collision/net/near_packs.h"
#include "collision/net/sweep_view.h"
#include "collision/options.h"
#include "collision/scene.h"
#include "device/carried.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The state that a hook may correct.
struct MovingState {
  Vec4* positions;       // m; w: inverse mass
  const Vec4* previous;  // at the start of the substep
  Vec4* velocities;      // m/s
};

/// An array that grows: elements there are, the most that any detection since reset_counters asked for, and how many it
/// may have at all: more are not asked for.
struct Room {
  const char* name;
  long long capacity, most;
  long long limit = std::numeric_limits<long long>::max();
};

struct VertexFindings;  // collision/rays/inspection.h

/// Work counted since reset_counters.
struct WorkCount {
  const char* name;
  long long count;
};

class Handler {
 public:
  explicit Handler(int owners, int capacity) : contacts_(owners, capacity) {}
  virtual ~Handler() = default;

  Contacts& contacts() { return contacts_; }
  const Contacts& contacts() const { return contacts_; }

  // In a step, each on the queue: at a detection; in every substep, before the response; after the last substep of a
  // detection interval (s).
  virtual void detect(Queue& queue, const CollisionOptions& options) = 0;
  virtual void in_substep(Queue&, const MovingState&, float /*h*/) {}
  virtual void end_interval(Queue&, const MovingState&, float /*interval*/) {}

  /// The stages that it begins, in the order in which they are told. detect() ends in none.
  virtual std::vector<const char*> stages() const = 0;

  /// Adds what the next step depends on, beside positions, velocities and the response's. May be more or less as
  /// `options` ask.
  virtual void list_carried(CarriedList& list, const CollisionOptions& options) = 0;
  /// Forgets the past: the positions were set from outside. On the queue.
  virtual void forget_past(Queue& queue) { contacts_.forget(queue); }
  /// Forgets what only saves work: options changed, or the state is one of before. On the queue.
  virtual void forget_shortcuts(Queue&) {}

  /// Between steps: what may be short, contacts last; and room for so many of each, keeping what is carried.
  virtual std::vector<Room> rooms() const;
  virtual void make_room(const std::vector<long long>& capacities);

  virtual void reset_counters(Queue& queue) { contacts_.reset_counters(queue); }
  virtual std::vector<WorkCount> work() const { return {}; }

  /// Changes an object's e. Between steps.
  virtual void set_half_thickness(int /*object*/, float /*e*/) {}

  /// The vertex whose findings detect() records from now on; -1: none.
  void inspect(int vertex) { inspected_ = vertex; }
  int inspected() const { return inspected_; }
  /// Of the last detection; nothing where the handler has nothing to tell.
  virtual std::optional<VertexFindings> findings() const;
  /// Boxes of an object's hierarchy, level 0 its bounds; none past the last level.
  virtual std::vector<Box> boxes(int /*object*/, int /*level*/) const { return {}; }

 protected:
  Contacts contacts_;
  int inspected_ = -1;
};

/// What a handler is made from: views of the solver's arrays, which outlive it, and the objects.
struct HandlerInput {
  Queue& queue;
  CollisionScene scene;
  std::vector<CollisionObject> objects;
  const NearPacks& near;       // in every detection, where contacts of edges are wanted: what they may be between
  const FeaturePairs& caught;  // what the safety net had to part
  const NearPairs& touching;   // in every detection, where proximity is wanted: pairs that may touch
};

using HandlerFactory = std::unique_ptr<Handler> (*)(HandlerKind kind, HandlerInput input);

/// The handler of that kind: the one table of all there are.
std::unique_ptr<Handler> make_handler(HandlerKind kind, HandlerInput input);

}  // namespace raycloth::RAYCLOTH_DEVICE
