// From the device to what people look at: the list of contacts, and the record of the inspected vertex.
#include "collision/rays/inspection.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The triangle with the last three of these vertices.
static int triangle_of(const Model& model, Int4 v) {
  for (int k = model.vertex_triangle_offsets[v.y]; k < model.vertex_triangle_offsets[v.y + 1]; ++k) {
    const Int3 t = model.triangles[model.vertex_triangles[k]];
    const auto has = [&](int vertex) { return t.x == vertex || t.y == vertex || t.z == vertex; };
    if (has(v.z) && has(v.w)) return model.vertex_triangles[k];
  }
  return -1;
}

std::vector<ContactView> download_contacts(const World& world) {
  const auto [vertices, weights, normals, distances, triangles, flags] = world.handler->contacts().download();
  const int count = static_cast<int>(vertices.size());
  std::vector<ContactView> views(count);
  for (int i = 0; i < count; ++i) {
    const bool edges = (flags[i] & kFlagEdges) != 0, caught = (flags[i] & kFlagCaught) != 0;
    const int triangle = triangles[i] >= 0 ? triangles[i] : triangle_of(world.model, vertices[i]);
    views[i] = {edges ? -1 : vertices[i].x,
                edges ? -1 : triangle,
                xyz(normals[i]),
                distances[i],
                normals[i].w,
                flags[i] & kFlagPrediction ? ContactClass::prediction : ContactClass::collision,
                (flags[i] & kFlagInverted) != 0,
                (flags[i] & kFlagInward) == 0,
                edges,
                vertices[i],
                weights[i],
                caught};
  }
  return views;
}

static RayInspection ray_view(const RayRecord& record, const std::vector<ContactView>& contacts) {
  const RayHit& hit = record.hit;
  const ClassifiedHit& found = record.classified;
  RayInspection view{};
  view.outward = record.ray == Ray::outward;
  view.target = record.target;
  view.direction = record.direction;
  view.cast = record.cast;
  view.triangle = hit.triangle;
  view.barycentric = Vec3(hit.u, hit.v, 1.0f - hit.u - hit.v);
  view.back = found.back;
  view.length = hit.length;
  view.reprojected = record.reprojected;
  view.judged = found.length;
  view.touching = found.touching;
  view.reach = found.reach;
  view.exit_distance = found.exit_distance;
  view.side = found.side;
  view.remembered_side = found.remembered_side;
  view.rightful_side = found.rightful_side;
  view.rule = found.classification.rule;
  view.accepted = found.classification.accepted;
  view.inverted = found.classification.inverted;
  view.kind = found.classification.kind;
  if (record.contact >= 0) view.contact = contacts[record.contact];
  return view;
}

static VertexInspection seen_by_rays(const VertexFindings& findings, const std::vector<ContactView>& contacts) {
  const VertexRecord& seen = findings.seen;
  VertexInspection view{};
  view.of_rays = true;
  view.position = xyz(seen.position);
  view.before = xyz(seen.before);
  view.normal = xyz(seen.normal);
  view.velocity = xyz(seen.velocity);
  for (const RayRecord& ray : findings.rays) view.rays.push_back(ray_view(ray, contacts));
  return view;
}

static VertexInspection present(const State& state, int vertex) {
  const auto of = [vertex](const Buffer<Vec4>& values) { return xyz(values.download(vertex, 1)[0]); };
  VertexInspection view{};
  view.position = view.before = of(state.positions);
  view.normal = of(state.normals);
  view.velocity = of(state.velocities);
  return view;
}

VertexInspection download_inspection(World& world) {
  const std::vector<ContactView> contacts = download_contacts(world);
  const std::optional<VertexFindings> findings = world.handler->findings();
  const int vertex = world.handler->inspected();
  VertexInspection view = findings ? seen_by_rays(*findings, contacts) : present(world.state, vertex);
  const Displacement moved = world.displacement.download()[0];
  view.vertex = vertex;
  view.push_since_detection = xyz(moved.since_detection);
  view.push_of_step = xyz(moved.of_step);
  view.net_of_step = xyz(moved.by_net);
  view.untangling_of_step = xyz(moved.by_untangling);
  for (const ContactView& contact : contacts) {
    const Int4 v = contact.vertices;
    const bool of_its_rays = view.of_rays && contact.vertex == vertex && !contact.caught;
    const bool acts = v.x == vertex || v.y == vertex || v.z == vertex || v.w == vertex;
    if (acts && !of_its_rays) view.others.push_back(contact);
  }
  return view;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
