// From the device to what people look at: the list of contacts, and the record of the inspected vertex.
#include <algorithm>

#include "sim/solver/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

std::vector<ContactView> download_contacts(Detection& d) {
  const int found = d.contact_total.download()[0];
  const int count = std::min(found, contacts_of(d).capacity);
  const auto vertices = d.vertices.download(0, count);
  const auto weights = d.weights.download(0, count);
  const auto normals = d.normals.download(0, count);
  const auto distances = d.distances.download(0, count);
  const auto triangles = d.triangles.download(0, count);
  const auto flags = d.flags.download(0, count);
  std::vector<ContactView> views(count);
  for (int i = 0; i < count; ++i) {
    const bool edges = (flags[i] & kFlagEdges) != 0;
    views[i] = {edges ? -1 : vertices[i].x,
                edges ? -1 : triangles[i],
                xyz(normals[i]),
                distances[i],
                normals[i].w,
                flags[i] & kFlagPrediction ? ContactClass::prediction : ContactClass::collision,
                (flags[i] & kFlagInverted) != 0,
                (flags[i] & kFlagInward) == 0,
                edges,
                vertices[i],
                weights[i]};
  }
  return views;
}

static RayInspection ray_view(const RayRecord& record, const std::vector<ContactView>& contacts) {
  const RayHit& hit = record.hit;
  const Judgement& found = record.judgement;
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
  view.rule = found.verdict.rule;
  view.accepted = found.verdict.accepted;
  view.inverted = found.verdict.inverted;
  view.kind = found.verdict.kind;
  if (record.contact >= 0) view.contact = contacts[record.contact];
  return view;
}

VertexInspection download_inspection(World& world) {
  Detection& detection = world.detection;
  const std::vector<ContactView> contacts = download_contacts(detection);
  const VertexRecord seen = detection.inspection.seen.download()[0];
  const PushRecord push = world.push.download()[0];
  VertexInspection view{};
  view.vertex = detection.inspection.vertex;
  view.position = xyz(seen.position);
  view.before = xyz(seen.before);
  view.normal = xyz(seen.normal);
  view.velocity = xyz(seen.velocity);
  view.push_since_detection = xyz(push.since_detection);
  view.push_of_step = xyz(push.of_step);
  for (const RayRecord& ray : detection.inspection.rays.download(0, seen.rays)) {
    view.rays.push_back(ray_view(ray, contacts));
  }
  for (const ContactView& contact : contacts) {
    const Int4 v = contact.vertices;
    const bool own = contact.vertex == view.vertex;
    const bool acts = v.x == view.vertex || v.y == view.vertex || v.z == view.vertex || v.w == view.vertex;
    if (acts && !own) view.others.push_back(contact);
  }
  return view;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
