#include "app/bench/rays.h"

#include <algorithm>
#include <cmath>

#include "app/bench/sheets.h"
#include "app/run/machine.h"
#include "app/run/output/report.h"
#include "app/run/stopwatch.h"

namespace raycloth {
namespace {

/// Nothing moves and every hit becomes a contact that tells the length of its ray.
Settings ray_settings() {
  Settings settings;
  settings.substeps = settings.detections = settings.contact_iterations = 1;
  settings.gravity = Vec3(0);
  settings.air_density = settings.damping = 0;
  settings.inversion = Inversion::off;
  settings.reprojection = settings.edge_contacts = settings.untangling = false;
  settings.prediction_distance = kBenchReach;
  return settings;
}

Scene one_cloth(const Mesh& mesh) {
  Scene scene;
  scene.name = mesh.source;
  scene.settings = ray_settings();
  scene.objects.emplace_back();
  scene.objects[0].name = mesh.source;
  scene.objects[0].mesh = mesh;
  return scene;
}

/// A few units in the last place of the largest coordinate.
float rounding_of(std::span<const Vec4> positions) {
  float largest = 0;
  for (const Vec4& p : positions) largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  return 8 * 0x1p-23f * largest;
}

/// Times of many repetitions.
struct Samples {
  std::vector<float> update, query;

  void add(const RayTimes& times) {
    update.push_back(static_cast<float>(times.update_ms));
    query.push_back(static_cast<float>(times.query_ms));
  }
  RayTimes medians() const { return {summarize(update).median, summarize(query).median}; }
};

RaysResult describe(const Mesh& mesh, const OwnTracer& tracer, int threads) {
  RaysResult result;
  result.mesh = mesh.source;
  result.device = tracer.device();
  result.threads = thread_count(threads);
  result.vertices = static_cast<long long>(tracer.model().positions.size());
  result.triangles = static_cast<long long>(tracer.model().triangles.size());
  result.rays = 2 * result.vertices;
  return result;
}

/// Ours and Embree's on one mesh, turn by turn.
class Contest {
 public:
  Contest(const Mesh& mesh, DeviceChoice device, int threads)
      : ours_(mesh, device, threads), result_(describe(mesh, ours_, threads)) {
    if (!EmbreeTracer::available()) return;
    embree_.emplace(ours_.model().triangles, ours_.model().positions, result_.threads);
    result_.hits_differ = result_.hits_at_edges = 0;
  }

  std::span<const Vec4> rest() const { return ours_.model().positions; }

  /// One trace by each; only repetitions from 0 on count.
  void race(std::span<const Vec4> positions, Past past, int repetition) {
    const RayTimes ours = ours_.trace(positions, past);
    if (repetition >= 0) ours_samples_.add(ours);
    if (!embree_) return;
    const RayTimes embree = embree_->trace(ours_.positions(), ours_.normals(), kBenchReach);
    if (repetition >= 0) embree_samples_.add(embree);
  }

  /// Holds the hits of the last race against each other.
  void compare() {
    const std::span<const Vec4> positions = ours_.positions();
    const std::vector<NearestHit> hits = ours_.hits();
    for (const NearestHit& hit : hits) result_.hits += hit.triangle >= 0;
    if (!embree_) return;
    result_.compared += result_.rays;
    const float rounding = rounding_of(positions);
    for (size_t ray = 0; ray < hits.size(); ++ray) {
      const NearestHit &ours = hits[ray], &theirs = embree_->hits()[ray];
      if (agree(ours, theirs, kBenchReach, rounding)) continue;
      ++*(contested_at_an_edge(positions, ray, ours, theirs) ? result_.hits_at_edges : result_.hits_differ);
    }
  }

  RaysResult result() const {
    RaysResult result = result_;
    result.repetitions = static_cast<int>(ours_samples_.update.size());
    result.ours = ours_samples_.medians();
    if (embree_) result.embree = embree_samples_.medians();
    return result;
  }

 private:
  /// Two tracers that round differently may disagree on a ray along an edge: where only the nearer hit is in
  /// doubt.
  bool contested_at_an_edge(std::span<const Vec4> positions, size_t ray, const NearestHit& a,
                            const NearestHit& b) const {
    const bool a_nearer = b.triangle < 0 || (a.triangle >= 0 && a.length < b.length);
    const Int3 t = ours_.model().triangles[(a_nearer ? a : b).triangle];
    const Vec3 corners[3] = {Vec3(positions[t.x]), Vec3(positions[t.y]), Vec3(positions[t.z])};
    return grazes_an_edge(Vec3(positions[ray / 2]), Vec3(ours_.normals()[ray / 2]), corners);
  }

  OwnTracer ours_;
  std::optional<EmbreeTracer> embree_;
  Samples ours_samples_, embree_samples_;
  RaysResult result_;
};

bool goes_on(int repetition, int repetitions, const Stopwatch& watch, const BenchPlan& plan) {
  return repetition < repetitions && (repetition < plan.fewest_frames || watch.seconds() < plan.ray_seconds);
}

}  // namespace

OwnTracer::OwnTracer(const Mesh& mesh, DeviceChoice device, int threads) {
  const Scene scene = one_cloth(mesh);
  simulation_ = create(build_model(scene), scene.settings, device, threads);
  at_rest_.assign(model().positions.size(), Vec4(0));
}

/// A step with one detection detects before it moves anything.
RayTimes OwnTracer::trace(std::span<const Vec4> positions, Past past) {
  if (past == Past::kept) {
    simulation_->move_to(positions, at_rest_);
  } else {
    simulation_->set_state(positions, at_rest_);
  }
  const std::span<const Vec4> normals = simulation_->normals();
  normals_.assign(normals.begin(), normals.end());
  positions_.assign(simulation_->positions().begin(), simulation_->positions().end());
  simulation_->step();
  const auto of = [&](const char* stage) { return stage_time(simulation_->timings().stages, stage); };
  return {of("refit"), of("broad_phase") + of("trace")};
}

std::vector<NearestHit> OwnTracer::hits() {
  std::vector<NearestHit> hits(2 * normals_.size());
  for (const ContactView& contact : simulation_->contacts()) {
    hits[2 * contact.vertex + (contact.outward ? 0 : 1)] = {std::fabs(contact.distance), contact.triangle};
  }
  return hits;
}

std::optional<double> RaysResult::speedup() const {
  if (!embree) return {};
  return (embree->update_ms + embree->query_ms) / (ours.update_ms + ours.query_ms);
}

bool agree(const NearestHit& a, const NearestHit& b, float reach, float rounding) {
  const auto length = [&](const NearestHit& hit) { return hit.triangle < 0 ? reach : hit.length; };
  return a.triangle == b.triangle || std::fabs(length(a) - length(b)) <= rounding;
}

bool grazes_an_edge(Vec3 origin, Vec3 direction, const Vec3 (&triangle)[3]) {
  constexpr double kRounding = 1e-5;  // of the triangle's area as the ray sees it
  const glm::dvec3 o(origin), d(direction);
  const glm::dvec3 a = glm::dvec3(triangle[0]) - o, b = glm::dvec3(triangle[1]) - o, c = glm::dvec3(triangle[2]) - o;
  const double u = glm::dot(d, glm::cross(c, b)), v = glm::dot(d, glm::cross(a, c)), w = glm::dot(d, glm::cross(b, a));
  const double least = std::min({std::fabs(u), std::fabs(v), std::fabs(w)});
  return least <= kRounding * std::fabs(u + v + w);
}

RaysResult measure_still_rays(const Mesh& mesh, const BenchPlan& plan, DeviceChoice device, int threads) {
  const Stopwatch watch;
  Contest contest(mesh, device, threads);
  for (int i = -plan.ray_warm_up; goes_on(i, plan.ray_repetitions, watch, plan); ++i) {
    contest.race(contest.rest(), Past::forgotten, i);
    if (i == 0) contest.compare();
  }
  return contest.result();
}

RaysResult measure_moving_rays(const Mesh& mesh, const BenchPlan& plan, DeviceChoice device, int threads) {
  const Stopwatch watch;
  Contest contest(mesh, device, threads);
  for (int i = -plan.ray_warm_up; goes_on(i, plan.ray_frames, watch, plan); ++i) {
    contest.race(swayed(contest.rest(), static_cast<float>(i) / 60), Past::kept, i);
    contest.compare();
  }
  RaysResult result = contest.result();
  result.moving = true;
  return result;
}

}  // namespace raycloth
