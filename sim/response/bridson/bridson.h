// The pipeline of Bridson, Fedkiw and Anderson 2002, "Robust treatment of collisions, contact and friction for cloth
// animation", in the parts and the order in which Ross 2014, "A comparison of collision handling methods for cloth on
// the GPU", built it (his Figure 3.1; untangling comes first, for every handler). Three parts, each on or off:
//
// 1. Proximity (collision/bridson_handler.h): pairs nearer than the fabric is thick do not come nearer still, and are
//    pushed apart a little, with friction. They are contacts, which act in every substep. The others alter where a
//    detection interval ends, and the velocities:
// 2. Continuous detection (continuous.cpp): pairs that would meet on their way are stopped, in at most five rounds.
// 3. Rigid impact zones (zones.cpp): what still would meet moves as one rigid body.
//
// Sweeps, continuous detection, rows and the last resort are the safety net's (sim/response/net). For cloth against
// cloth, solids and shells; nothing acts on rigid bodies, nor between solids.
#pragma once

#include "collision/handler.h"
#include "device/buffer.h"
#include "device/queue.h"
#include "sim/response/net/net.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

struct BridsonParts {
  bool proximity, continuous, zones;
  bool any() const { return proximity || continuous || zones; }
};

/// Those that are on; none of another handler.
BridsonParts parts_of(const Settings& settings);

/// Sums over the members of a zone, in fixed point, in units of ZoneUnits and relative to where the root began; of the
/// members that nothing can move, where there are any, as if they all had one mass.
struct ZoneSums {
  unsigned long long mass, place[3], way[3], spin[3];  // spin: sum m r x way
  unsigned long long inertia[6];                       // sum m r r^T: xx, yy, zz, yz, zx, xy
  unsigned long long velocity[3], velocity_spin[3];    // the second about the ends of ways
  int held;                                            // members that nothing can move
};

/// How a zone moves in the interval: its centre by `way` while it turns, exactly, by `turn` about it; and goes on at
/// `velocity` and `spin`. m, s; places relative to where the root began.
struct ZoneMotion {
  Point<double> centre, way, turn[3], velocity, spin;
};

/// About a vertex's mass, an edge's length: what sums are measured in, so that fixed point fits any scene.
struct ZoneUnits {
  double mass, length;
};

/// Counted since the reset, on the device.
struct ZoneCounters {
  int zones, vertices;  // that moved as rigid bodies in any interval, and their members
};

struct Bridson {
  Bridson(const Model& model, float edge);

  ZoneUnits units;
  Buffer<int> parents, joined;  // per vertex: for JoinedSets; whether it belongs to a zone
  Buffer<ZoneSums> sums;        // of roots
  Buffer<ZoneMotion> motions;
  Buffer<Vec4> ends, velocities;  // as zones found them
  Buffer<NetCounters> stopped;
  Buffer<ZoneCounters> zones;
};

void reset_counters(Queue& queue, Bridson& bridson);
std::vector<WorkCount> work(const Bridson& bridson);

/// At the end of an interval, on the queue: the parts of it that are on, each a stage.
void alter_motion(Queue& queue, World& world);

// Each part alters positions and velocities.
void stop_meeting(Queue& queue, World& world);                // continuous.cpp
void move_zones(Queue& queue, World& world, float interval);  // zones.cpp

}  // namespace raycloth::RAYCLOTH_DEVICE
