// What a detection notes about the vertex that somebody inspects: how each of its rays was classified, and on what
// grounds. Plain data; inspect.cpp fills it, classifier.h classifies the rays.
#pragma once

#include <vector>

#include "collision/rays/hits.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A classification and all it rests on. Sides are +1 or -1 about the triangle's normal, 0 where they play no part.
struct ClassifiedHit {
  Classification classification;
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
  ClassifiedHit classified;
  int contact;  // its place in the list of contacts; -1: none
};

/// What the detection saw of the vertex.
struct VertexRecord {
  Vec4 position, before, normal, velocity;
  int rays;  // records written
};

struct Inspection {
  Buffer<VertexRecord> seen;
  Buffer<RayRecord> rays;  // room for two per object
};

/// The same on the host.
struct VertexFindings {
  VertexRecord seen;
  std::vector<RayRecord> rays;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
