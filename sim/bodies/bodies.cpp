// Bodies between steps: from the model to the device, and states from the places of vertices.
#include "sim/bodies/bodies.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace raycloth::RAYCLOTH_DEVICE {

static Matrix3 matrix_of(const glm::dmat3& m) {
  const glm::mat3 rows = glm::transpose(glm::mat3(m));
  return {rows[0], rows[1], rows[2]};
}

/// Of the vertices of a body, by their masses.
struct Cloud {
  double mass = 0;
  glm::dvec3 centre{0};
};

static double mass_of(const Model& model, int vertex) { return 1.0 / model.positions[vertex].w; }

static Cloud cloud_of(const Model& model, const Range& range, std::span<const Vec4> positions) {
  Cloud cloud;
  for (int v = range.begin; v < range.end; ++v) {
    cloud.mass += mass_of(model, v);
    cloud.centre += glm::dvec3(positions[v]) * mass_of(model, v);
  }
  cloud.centre /= cloud.mass;
  return cloud;
}

static glm::dmat3 spread_of(const Model& model, const Range& range, const glm::dvec3& centre) {
  glm::dmat3 spread(0);
  for (int v = range.begin; v < range.end; ++v) {
    const glm::dvec3 q = glm::dvec3(model.positions[v]) - centre;
    spread += glm::outerProduct(q, q) * mass_of(model, v);
  }
  return spread;
}

static Body body_of(const Model& model, const ModelBody& from, int first_chunk, int first_soft) {
  const Range range = model.objects[from.object].vertices;
  Body body{};
  body.object = from.object;
  body.rigid = from.rigid;
  body.first_vertex = range.begin;
  body.vertices = range.size();
  const Cloud cloud = cloud_of(model, range, model.positions);
  body.mass = static_cast<float>(from.rigid ? from.mass : cloud.mass);
  const glm::dvec3 centre = from.rigid ? from.whole.centre : cloud.centre;
  body.centre = Vec3(centre);
  body.inertia = matrix_of(from.inertia);
  body.inverse_inertia = matrix_of(glm::inverse(from.inertia));
  body.inverse_spread = matrix_of(glm::inverse(spread_of(model, range, centre)));
  body.volume = static_cast<float>(from.whole.volume);
  body.first_soft = first_soft;
  body.first_chunk = first_chunk;
  body.chunks = from.rigid ? 0 : (range.size() + kChunk - 1) / kChunk;
  return body;
}

Bodies::Bodies(const Model& model) {
  std::vector<Int2> rigid, soft, chunk_list;
  for (const ModelBody& from : model.bodies) {
    const int index = static_cast<int>(host.size());
    host.push_back(body_of(model, from, static_cast<int>(chunk_list.size()), static_cast<int>(soft.size())));
    const Body& body = host.back();
    std::vector<Int2>& list = body.rigid ? rigid : soft;
    for (int v = 0; v < body.vertices; ++v) list.push_back({body.first_vertex + v, index});
    for (int c = 0; c < body.chunks; ++c) chunk_list.push_back({index, body.first_vertex + c * kChunk});
  }
  count = static_cast<int>(host.size());
  rigid_count = static_cast<int>(std::count_if(host.begin(), host.end(), [](const Body& b) { return b.rigid != 0; }));
  soft_count = count - rigid_count;
  constants = Buffer<Body>(host);
  now.resize(count);
  pushes.resize(count);
  last_goals.resize(count);
  rigid_vertices = Buffer<Int2>(rigid);
  ground_impulses.resize(rigid.size());
  soft_vertices = Buffer<Int2>(soft);
  soft_chunks = Buffer<Int2>(chunk_list);
  chunk_sums.resize(4 * chunk_list.size());
  volume_gradients.resize(soft.size());
  volume_pushes.resize(count);
  if (rigid_count == 0) return;
  std::vector<int> owners(model.positions.size(), -1);
  for (const Int2& entry : rigid) owners[entry.x] = entry.y;
  vertex_rigid = Buffer<int>(owners);
}

void weigh_again(Bodies& bodies, const Model& model, std::vector<BodyState>& states, int object) {
  for (int i = 0; i < bodies.count; ++i) {
    Body& body = bodies.host[i];
    if (body.object != object) continue;
    const float before = body.mass;
    body = body_of(model, model.bodies[i], body.first_chunk, body.first_soft);
    states[i].momentum *= body.mass / before;
  }
  bodies.constants.upload(bodies.host);
}

/// The rotation R that brings the rest shape nearest to where the vertices are (Mueller et al. 2016, "A robust method
/// to extract the rotational part of deformations"), on the host and to the last digit.
static glm::dquat rotation_of(const glm::dmat3& a) {
  glm::dquat q(1, 0, 0, 0);
  for (int i = 0; i < 200; ++i) {
    const glm::dmat3 r = glm::mat3_cast(q);
    const glm::dvec3 turn = (glm::cross(r[0], a[0]) + glm::cross(r[1], a[1]) + glm::cross(r[2], a[2])) /
                            (std::abs(glm::dot(r[0], a[0]) + glm::dot(r[1], a[1]) + glm::dot(r[2], a[2])) + 1e-30);
    const double angle = glm::length(turn);
    if (angle < 1e-15) break;
    q = glm::normalize(glm::angleAxis(angle, turn / angle) * q);
  }
  return q;
}

std::vector<BodyState> fit_bodies(const Model& model, const std::vector<Body>& bodies, std::span<const Vec4> positions,
                                  std::span<const Vec4> velocities) {
  std::vector<BodyState> states;
  for (size_t i = 0; i < bodies.size(); ++i) {
    const ModelBody& body = model.bodies[i];
    const Range range = model.objects[body.object].vertices;
    const Cloud rest = cloud_of(model, range, model.positions), here = cloud_of(model, range, positions);
    glm::dmat3 moved(0), moments(0);  // the sums of m d q^T and m d d^T
    glm::dvec3 momentum(0), angular(0);
    for (int v = range.begin; v < range.end; ++v) {
      const double m = mass_of(model, v);
      const glm::dvec3 q = glm::dvec3(model.positions[v]) - rest.centre, d = glm::dvec3(positions[v]) - here.centre;
      moved += glm::outerProduct(d, q) * m;
      moments += glm::outerProduct(d, d) * m;
      momentum += glm::dvec3(velocities[v]) * m;
      angular += glm::cross(d, glm::dvec3(velocities[v])) * m;
    }
    const glm::dquat q = rotation_of(moved);
    const glm::dmat3 r = glm::mat3_cast(q);
    const glm::dvec3 offset = r * (body.whole.centre - rest.centre);  // from the vertices' centre to the body's
    const glm::dmat3 cloud_inertia = glm::dmat3(moments[0][0] + moments[1][1] + moments[2][2]) - moments;
    const glm::dvec3 spin = glm::inverse(cloud_inertia) * angular;
    const glm::dvec3 centre = body.rigid ? here.centre + offset : here.centre;
    const glm::dvec3 velocity = momentum / here.mass + glm::cross(spin, body.rigid ? offset : glm::dvec3(0));
    const glm::dvec3 whole = r * body.inertia * glm::transpose(r) * spin;
    states.push_back({Vec4(Vec3(centre), 0), Vec4(Vec3(q.x, q.y, q.z), static_cast<float>(q.w)),
                      Vec4(Vec3(velocity), 0), Vec4(Vec3(whole), 0), matrix_of(r)});
  }
  return states;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
