// What a detection notes about the vertex that somebody inspects: how each of its rays was judged, and on what grounds.
// Plain data; inspect.cpp fills it, court.h makes the judgements.
#pragma once

#include "collision/contacts/contact.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A verdict and all it rests on. Sides are +1 or -1 about the triangle's normal, 0 where they play no part.
struct Judgement {
  Verdict verdict;
  float length;         // m, the one that was judged: re-projected where that is on
  float touching;       // m, e + e'
  float reach;          // m, of predictions
  float exit_distance;  // m, where an inward ray leaves its own solid; 0 for cloth
  bool back;            // the ray met the back of the triangle
  int side;             // of the vertex now
  int remembered_side;  // of the vertex when it came into contact with the triangle or its neighbours
  int rightful_side;    // where it belongs
};

/// One ray of the inspected vertex.
struct RayRecord {
  int target;  // object
  Ray ray;
  Vec3 direction;  // unit
  float cast;      // m, how far it was cast
  RayHit hit;
  float reprojected;  // m, the hit's length along the triangle's normal
  Judgement judgement;
  int contact;  // its place in the list of contacts; -1: none
};

/// What the detection saw of the vertex.
struct VertexRecord {
  Vec4 position, before, normal, velocity;
  int rays;  // records written
};

struct Inspection {
  int vertex = -1;  // -1: nothing is recorded
  Buffer<VertexRecord> seen;
  Buffer<RayRecord> rays;  // room for two per object
};

}  // namespace raycloth::RAYCLOTH_DEVICE
