// Edges against edges: what vertex rays cannot see. A fold or a border can cross another between their vertices; there
// the nearest points are inside two edges. Such pairs become contacts at a smaller rest distance than vertex contacts,
// so that they cost nothing where cloth lies flat and act where it is about to cross.
#include "collision/detection.h"
#include "collision/hierarchy.h"
#include "collision/segments.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Rest distance of edge contacts as a part of e + e'.
inline constexpr float kEdgeRest = 0.5f;
/// Within one cloth no contact may ask for more than this part of the distance at rest.
inline constexpr float kOwnRest = 0.7f;
/// Pairs this much (m) beyond what they can close until the next detection are still kept.
inline constexpr float kEdgeMargin = 0.001f;

namespace {

struct EdgeContact {
  Int4 vertices;
  Vec4 weights, normal_rest;
  float distance;
  bool inverted;
};

RAYCLOTH_HD Int2 edge_of(Int3 t, int k) { return k == 0 ? Int2(t.x, t.y) : k == 1 ? Int2(t.y, t.z) : Int2(t.z, t.x); }

/// Every edge belongs to the lowest of its triangles.
RAYCLOTH_HD bool owns(Int3 neighbours, int triangle, int k) {
  const int other = k == 0 ? neighbours.x : k == 1 ? neighbours.y : neighbours.z;
  return other < 0 || triangle < other;
}

struct EdgeTest {
  CollisionScene scene;
  const int* targets;
  const int* target_counts;
  float interval;
  bool handle_inversion;

  RAYCLOTH_HD static Vec3 at(const Vec4* x, Int2 edge, float s) {
    return xyz(x[edge.x]) * (1 - s) + xyz(x[edge.y]) * s;
  }

  RAYCLOTH_HD bool contact(Int2 e, Int2 f, float touching, bool same, bool solid, EdgeContact& out) const {
    if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return false;
    float s, t;
    const Vec4* x = scene.positions;
    if (!common_perpendicular(xyz(x[e.x]), xyz(x[e.y]), xyz(x[f.x]), xyz(x[f.y]), s, t)) return false;
    const Vec3 gap = at(x, e, s) - at(x, f, t);
    const Vec3 closing = at(scene.velocities, e, s) - at(scene.velocities, f, t);
    const float distance = sqrtf(glm::dot(gap, gap));
    const float reach = touching * kEdgeRest + kEdgeMargin + sqrtf(glm::dot(closing, closing)) * interval;
    if (distance > reach || distance == 0) return false;
    Vec3 normal = gap / distance;
    // The first edge belongs outside of a solid, and on the side of a sheet where it was before time integration.
    const Vec3 rightful = solid ? xyz(scene.normals[f.x]) + xyz(scene.normals[f.y])
                                : at(scene.before, e, s) - at(scene.before, f, t);
    const bool wrong = (solid || handle_inversion) && glm::dot(normal, rightful) < 0;
    out.inverted = wrong && !solid;
    if (wrong) normal = -normal;
    float rest = touching * kEdgeRest;
    if (same) {
      const Vec3 own = at(scene.rest, e, s) - at(scene.rest, f, t);
      rest = fminf(rest, kOwnRest * sqrtf(glm::dot(own, own)));
    }
    out.vertices = Int4(e.x, e.y, f.x, f.y);
    out.weights = Vec4(1 - s, s, t - 1, -t);
    out.normal_rest = Vec4(normal, rest);
    out.distance = wrong ? -distance : distance;
    return true;
  }

  RAYCLOTH_HD bool contact_of(int triangle, EdgePair pair, EdgeContact& out) const {
    const int a = scene.triangle_object[triangle], b = scene.triangle_object[pair.other];
    const float touching = scene.objects[a].half_thickness + scene.objects[b].half_thickness;
    return contact(edge_of(scene.triangles[triangle], pair.edges / 3),
                   edge_of(scene.triangles[pair.other], pair.edges % 3), touching, a == b,
                   scene.objects[b].kind == ObjectKind::solid, out);
  }

  /// Calls visit(pair, contact) for every pair of an edge that `triangle` owns and one of a target; pairs of
  /// two cloths are found from both sides and kept from the higher triangle.
  template <class Visit>
  RAYCLOTH_HD void operator()(int triangle, Visit visit) const {
    const int a = scene.triangle_object[triangle];
    const CollisionObject& source = scene.objects[a];
    if (source.kind != ObjectKind::cloth) return;
    const Int3 corners = scene.triangles[triangle];
    const Int3 neighbours = scene.triangle_neighbours[triangle];
    for (int n = 0; n < target_counts[a]; ++n) {
      const int b = targets[a * scene.objects_count + n];
      const CollisionObject& target = scene.objects[b];
      if (target.kind == ObjectKind::cloth && target.first_triangle >= triangle) continue;
      const float touching = source.half_thickness + target.half_thickness;
      const Box query = inflate(triangle_box(scene, source, triangle), touching * kEdgeRest + kEdgeMargin);
      const auto meets = [&query](const Box8& boxes) { return overlaps(boxes, query); };
      visit_triangles(scene, target, meets, [&](int other) {
        if (target.kind == ObjectKind::cloth && other >= triangle) return false;
        if (a == b && share_a_vertex(corners, scene.triangles[other])) return true;   // bending keeps these apart
        const Int3 other_neighbours = scene.triangle_neighbours[other];
        for (int k = 0; k < 9; ++k) {
          if (!owns(neighbours, triangle, k / 3) || !owns(other_neighbours, other, k % 3)) continue;
          EdgeContact found;
          if (contact_of(triangle, {other, k}, found)) visit(EdgePair{other, k}, found);
        }
        return true;
      });
    }
  }
};

}  // namespace

void find_edge_contacts(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const EdgeTest test{scene, detection.targets.data(), detection.target_counts.data(), options.interval,
                      options.inversion != Inversion::off};
  const int* vertex_contacts = detection.contact_offsets.data() + scene.vertices_count;
  int* offsets = detection.edge_offsets.data();
  int* total = detection.contact_total.data();
  const bool enabled = options.edge_contacts;
  EdgePair* kept = detection.edge_pairs.data();
  parallel_for(queue, "count_edge_contacts", scene.triangles_count, RAYCLOTH_KERNEL(int triangle) {
    int count = 0;
    const auto keep = [&](EdgePair pair, const EdgeContact&) {
      if (count < kKeptPairs) kept[triangle * kKeptPairs + count] = pair;
      ++count;
    };
    if (enabled) test(triangle, keep);
    offsets[triangle] = count;
  });
  exclusive_scan(queue, offsets, offsets, scene.triangles_count + 1);

  const ContactList contacts = contacts_of(detection);
  DetectCounters* counters = detection.counters.data();
  parallel_for(queue, "write_edge_contacts", scene.triangles_count, RAYCLOTH_KERNEL(int triangle) {
    int slot = *vertex_contacts + offsets[triangle];
    if (triangle == 0) {
      *total = *vertex_contacts + offsets[scene.triangles_count];
      if (*total > counters->most_contacts) counters->most_contacts = *total;
    }
    const auto write = [&](EdgePair pair, const EdgeContact& found) {
      const bool prediction = found.distance >= found.normal_rest.w;
      atomic_add(prediction ? &counters->predictions : &counters->collisions, 1);
      if (found.inverted) atomic_add(&counters->inversions, 1);
      if (slot < contacts.capacity) {
        contacts.vertices[slot] = found.vertices;
        contacts.weights[slot] = found.weights;
        contacts.normals[slot] = found.normal_rest;
        contacts.distances[slot] = found.distance;
        contacts.triangles[slot] = pair.other;
        contacts.flags[slot] = kFlagEdges | (found.inverted ? kFlagInverted : 0) |
                               (prediction ? kFlagPrediction : 0);
      }
      ++slot;
    };
    const int count = offsets[triangle + 1] - offsets[triangle];
    if (count > kKeptPairs) {
      test(triangle, write);
      return;
    }
    for (int i = 0; i < count; ++i) {
      const EdgePair pair = kept[triangle * kKeptPairs + i];
      EdgeContact found;
      test.contact_of(triangle, pair, found);
      write(pair, found);
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
