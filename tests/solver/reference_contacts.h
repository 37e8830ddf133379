// The contacts of vertices as the paper has them (Lehericey et al. 2015, Section 4.1, with docs/method.md's reach),
// found without anything that makes it fast: every vertex holds both of its rays against every triangle of every object
// that it may ask, in double precision, with no box and no tree. What lies so near to a border or to a limit that
// rounding may decide is called doubtful and left open. Straight rays, no past. Shares no code with the collision
// stage.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <vector>

#include "sim/simulation.h"

namespace raycloth::scenes {

/// A ray of a vertex at an object.
struct RayKey {
  int vertex, target;
  bool outward;
  auto operator<=>(const RayKey&) const = default;
};

struct ReferenceContact {
  int triangle;  // -1: none
  ContactClass kind;
  double length;  // m, as it was judged
  bool operator==(const ReferenceContact& other) const { return triangle == other.triangle && kind == other.kind; }
};

struct ReferenceContacts {
  std::map<RayKey, ReferenceContact> found;
  std::map<RayKey, bool> doubtful;  // rays whose outcome is open
  size_t rays = 0;
};

class Reference {
 public:
  explicit Reference(Simulation& simulation)
      : model_(simulation.model()),
        settings_(simulation.settings()),
        interval_(settings_.time_step / static_cast<double>(simulation.counters().of("detections"))) {
    for (const Vec4& p : simulation.positions()) positions_.emplace_back(p);
    for (const Vec4& v : simulation.velocities()) speeds_.push_back(glm::length(glm::dvec3(v)));
    find_normals();
    find_ways_out();
  }

  ReferenceContacts contacts() const {
    ReferenceContacts all;
    for (int vertex = 0; vertex < static_cast<int>(positions_.size()); ++vertex) {
      for (int target = 0; target < static_cast<int>(model_.objects.size()); ++target) {
        if (!asks(model_.vertex_object[vertex], target)) continue;
        for (const bool outward : {true, false}) add(all, {vertex, target, outward});
      }
    }
    return all;
  }

 private:
  static constexpr double kSlack = 2e-6;  // m: ten times what rounding does to coordinates below 1 m
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Meeting {
    double at = kNever;    // m along the ray to the nearest triangle
    double slack = 0;      // m, by which rounding may move it
    double next = kNever;  // m, where another may be met
    int triangle = -1;
    double cosine = 0;  // of the angle between the ray and the triangle's normal; positive: it meets the back
    glm::dvec3 weights{0};
    bool back() const { return cosine > 0; }
    bool unsure(double within) const { return next <= std::min(at + slack, within + kSlack); }
  };

  struct Decision {
    ReferenceContact contact{-1, ContactClass::prediction, 0};
    bool doubtful = false;
  };

  /// Of every two objects one must give way; of cloth with itself, it must want to.
  bool asks(int source, int target) const {
    const ModelObject &a = model_.objects[source], &b = model_.objects[target];
    const auto gives_way = [](const ModelObject& o) {
      return o.kind == ObjectKind::cloth || o.motion == MotionKind::rigid || o.motion == MotionKind::soft;
    };
    if (source == target) return a.kind == ObjectKind::cloth && a.self_collision && settings_.self_collision;
    return gives_way(a) || gives_way(b);
  }

  void find_normals() {
    normals_.assign(positions_.size(), glm::dvec3(0));
    for (const Int3& t : model_.triangles) {
      const glm::dvec3 doubled = glm::cross(positions_[t.y] - positions_[t.x], positions_[t.z] - positions_[t.x]);
      for (int k = 0; k < 3; ++k) normals_[t[k]] += doubled;
    }
    for (glm::dvec3& n : normals_) n = glm::normalize(n);
  }

  /// Where the inward ray of each vertex of a solid leaves it, and half of the longest such way of each solid.
  void find_ways_out() {
    exits_.resize(positions_.size());
    depths_.assign(model_.objects.size(), 0);
    for (size_t o = 0; o < model_.objects.size(); ++o) {
      const ModelObject& object = model_.objects[o];
      if (object.kind != ObjectKind::solid) continue;
      for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
        exits_[v] = meet(v, static_cast<int>(o), -normals_[v]);
        depths_[o] = std::max(depths_[o], std::min(exits_[v].at, exits_[v].next) / 2);
      }
    }
  }

  /// How far an edge of a triangle seen along the ray is from the ray.
  static double distance(glm::dvec2 a, glm::dvec2 b) {
    const glm::dvec2 ab = b - a;
    const double square = glm::dot(ab, ab);
    const double part = square > 0 ? std::clamp(-glm::dot(a, ab) / square, 0.0, 1.0) : 0.0;
    return glm::length(a + part * ab);
  }
  static double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }

  /// Holds the ray against one triangle.
  void meet(int triangle, const std::array<glm::dvec3, 3>& corners, glm::dvec3 direction, glm::dvec3 side,
            Meeting& met) const {
    glm::dvec2 seen[3];
    glm::dvec3 along;
    for (int k = 0; k < 3; ++k) {
      seen[k] = {glm::dot(corners[k], side), glm::dot(corners[k], glm::cross(direction, side))};
      along[k] = glm::dot(corners[k], direction);
    }
    if (std::max({along.x, along.y, along.z}) < -kSlack) return;
    const glm::dvec3 parts(cross(seen[1], seen[2]), cross(seen[2], seen[0]), cross(seen[0], seen[1]));
    const double area = parts.x + parts.y + parts.z;
    const double border =
        std::min({distance(seen[0], seen[1]), distance(seen[1], seen[2]), distance(seen[2], seen[0])});
    if (border <= kSlack) {
      met.next = std::min(met.next, std::min({along.x, along.y, along.z}) - kSlack);
      return;
    }
    if (!(parts.x * area > 0 && parts.y * area > 0 && parts.z * area > 0)) return;  // none of a triangle seen edge-on
    const glm::dvec3 weights = parts / area;
    const double at = glm::dot(weights, along);
    const glm::dvec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
    const double cosine = glm::dot(direction, normal), slack = kSlack + kSlack / std::abs(cosine);
    if (at < -slack) return;
    if (at < slack) met.next = 0;  // before or behind it: who knows
    if (at >= met.at) {
      met.next = std::min(met.next, at - slack);
      return;
    }
    met.next = std::min(met.next, met.at - met.slack);
    met.at = at, met.slack = slack, met.triangle = triangle, met.cosine = cosine, met.weights = weights;
  }

  /// The nearest triangle of an object before a vertex, apart from those that have the vertex.
  Meeting meet(int vertex, int target, glm::dvec3 direction) const {
    const glm::dvec3 least = std::abs(direction.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    const glm::dvec3 side = glm::normalize(glm::cross(direction, least)), origin = positions_[vertex];
    const Range range = model_.objects[target].triangles;
    Meeting met;
    for (int i = range.begin; i < range.end; ++i) {
      const Int3 t = model_.triangles[i];
      if (t.x == vertex || t.y == vertex || t.z == vertex) continue;
      meet(i, {positions_[t.x] - origin, positions_[t.y] - origin, positions_[t.z] - origin}, direction, side, met);
    }
    return met;
  }

  double thickness(int vertex) const {
    const Material& material = model_.objects[model_.vertex_object[vertex]].material;
    return double(material.half_thickness) * model_.thickness_factors[vertex];
  }
  double thickness(const Meeting& met) const {
    const Int3 t = model_.triangles[met.triangle];
    return met.weights.x * thickness(t.x) + met.weights.y * thickness(t.y) + met.weights.z * thickness(t.z);
  }
  double greatest_thickness(int target) const {
    double most = 0;
    const Range range = model_.objects[target].vertices;
    for (int v = range.begin; v < range.end; ++v) most = std::max(most, thickness(v));
    return most;
  }

  /// As far as predictions go, or as the vertex can get until the next detection.
  double reach(int vertex, double touching) const {
    return std::max(double(settings_.prediction_distance), touching + speeds_[vertex] * interval_);
  }

  double judged(const Meeting& met) const { return settings_.reprojection ? met.at * std::abs(met.cosine) : met.at; }

  void add(ReferenceContacts& all, const RayKey& key) const {
    ++all.rays;
    const Meeting met = meet(key.vertex, key.target, (key.outward ? 1.0 : -1.0) * normals_[key.vertex]);
    if (met.triangle < 0 && met.next == kNever) return;
    const Decision shorter = decide(key, met, -met.slack), longer = decide(key, met, met.slack);
    if (shorter.doubtful || longer.doubtful || !(shorter.contact == longer.contact)) {
      all.doubtful[key] = true;
    } else if (shorter.contact.triangle >= 0) {
      all.found[key] = shorter.contact;
    }
  }

  /// By the kinds of both objects. What was met counts as farther by `by` than it is.
  Decision decide(const RayKey& key, const Meeting& met, double by) const {
    const ObjectKind source = model_.objects[model_.vertex_object[key.vertex]].kind;
    const ObjectKind target = model_.objects[key.target].kind;
    if (source == ObjectKind::solid) return from_solid(key, met, by, target == ObjectKind::solid);
    return target == ObjectKind::solid ? from_cloth_to_solid(key, met, by) : from_cloth_to_cloth(key, met, by);
  }

  /// What a ray of length `cast` makes of a triangle: nothing where it does not get there.
  Decision within(double cast, const Meeting& met, double by, ReferenceContact contact) const {
    if (met.unsure(cast)) return {{}, true};
    if (met.triangle < 0 || met.at + by > cast) return {};
    if (contact.kind == ContactClass::prediction && !settings_.predictions) return {};
    return {contact, false};
  }
  static ReferenceContact none() { return {-1, ContactClass::prediction, 0}; }

  ReferenceContact by_length(const Meeting& met, double by, double touching, double reach) const {
    const double length = judged(met) + by;
    if (length > reach) return none();
    return {met.triangle, length < touching ? ContactClass::collision : ContactClass::prediction, judged(met)};
  }

  Decision from_solid(const RayKey& key, const Meeting& met, double by, bool to_solid) const {
    const Meeting& exit = exits_[key.vertex];
    const double touching = thickness(key.vertex) + greatest_thickness(key.target);
    const double cast = key.outward ? reach(key.vertex, touching) : exit.at;
    if (met.triangle < 0) return within(cast, met, by, none());
    const ReferenceContact collision{met.triangle, ContactClass::collision, judged(met)};
    ReferenceContact contact = none();
    if (!key.outward && exit.unsure(kNever)) return {{}, true};
    if (key.outward) {
      const double e = thickness(met);
      contact = by_length(met, by, to_solid ? 0 : e, reach(key.vertex, thickness(key.vertex) + e));
      if (to_solid && met.back()) contact = none();
    } else if (to_solid) {
      if (met.back()) contact = collision;  // Hermann's conditions: from inside, and before it has left its own solid
    } else if (judged(met) + by <= exit.at / 2) {
      contact = collision;
    }
    return within(cast, met, by, contact);
  }

  Decision from_cloth_to_solid(const RayKey& key, const Meeting& met, double by) const {
    const double e = thickness(key.vertex), outside = reach(key.vertex, e);
    if (met.triangle < 0 || !met.back()) {
      return within(outside, met, by, met.triangle < 0 ? none() : by_length(met, by, e, outside));
    }
    const double cast = std::max(outside, depths_[key.target]);
    const Meeting other = meet(key.vertex, key.target, (key.outward ? -1.0 : 1.0) * normals_[key.vertex]);
    const double least_apart = std::abs(by) + other.slack;
    if (other.unsure(cast) || std::abs(other.at - cast) < least_apart) return {{}, true};
    ReferenceContact contact{met.triangle, ContactClass::collision, judged(met)};
    if (other.triangle >= 0 && other.at <= cast && other.back()) {
      if (std::abs(judged(other) - judged(met)) < least_apart) return {{}, true};
      if (judged(other) < judged(met)) contact = none();
    }
    return within(cast, met, by, contact);
  }

  Decision from_cloth_to_cloth(const RayKey& key, const Meeting& met, double by) const {
    const double e = thickness(key.vertex), cast = reach(key.vertex, e + greatest_thickness(key.target));
    if (met.triangle < 0) return within(cast, met, by, none());
    const double touching = e + thickness(met);
    return within(cast, met, by, by_length(met, by, touching, reach(key.vertex, touching)));
  }

  const Model& model_;
  const Settings& settings_;
  const double interval_;  // s, between detections
  std::vector<glm::dvec3> positions_, normals_;
  std::vector<double> speeds_;  // m/s
  std::vector<Meeting> exits_;  // of vertices of solids
  std::vector<double> depths_;  // m, per object
};

}  // namespace raycloth::scenes
