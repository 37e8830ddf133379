#include "app/bench/embree.h"

#include <stdexcept>

#ifdef RAYCLOTH_HAS_EMBREE

#include <embree3/rtcore.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>

namespace raycloth {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kGrain = 256;  // vertices a thread takes at a time

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Rejects the hits of a ray on triangles of the vertex that cast it (its id).
void pass_own_triangles(const RTCFilterFunctionNArguments* arguments) {
  const Int3 t = static_cast<const Int3*>(arguments->geometryUserPtr)[RTCHitN_primID(arguments->hit, 1, 0)];
  const int vertex = static_cast<int>(RTCRayN_id(arguments->ray, 1, 0));
  if (t.x == vertex || t.y == vertex || t.z == vertex) arguments->valid[0] = 0;
}

NearestHit nearest(RTCScene scene, int vertex, Vec3 origin, Vec3 direction, float reach) {
  RTCRayHit query{};
  query.ray.org_x = origin.x, query.ray.org_y = origin.y, query.ray.org_z = origin.z;
  query.ray.dir_x = direction.x, query.ray.dir_y = direction.y, query.ray.dir_z = direction.z;
  query.ray.tfar = reach;
  query.ray.mask = ~0u;
  query.ray.id = static_cast<unsigned>(vertex);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  return {query.ray.tfar, static_cast<int>(query.hit.primID)};
}

}  // namespace

struct EmbreeTracer::Impl {
  std::vector<Int3> triangles;
  std::vector<Vec4> positions;  // Embree reads them in place
  std::vector<NearestHit> hits;
  tbb::task_arena arena;
  RTCDevice device = nullptr;
  RTCGeometry geometry = nullptr;
  RTCScene scene = nullptr;

  Impl(std::span<const Int3> t, std::span<const Vec4> p, int threads)
      : triangles(t.begin(), t.end()), positions(p.begin(), p.end()), hits(2 * p.size()), arena(threads) {
    device = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
    if (!device)
      throw std::runtime_error("Embree: no device (error " + std::to_string(rtcGetDeviceError(nullptr)) + ")");
    build();
  }

  ~Impl() {
    rtcReleaseScene(scene);
    rtcReleaseGeometry(geometry);
    rtcReleaseDevice(device);
  }

  void build() {
    geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, positions.data(), 0,
                               sizeof(Vec4), positions.size());
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, triangles.data(), 0, sizeof(Int3),
                               triangles.size());
    rtcSetGeometryUserData(geometry, triangles.data());
    rtcSetGeometryIntersectFilterFunction(geometry, pass_own_triangles);
    rtcCommitGeometry(geometry);
    scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene,
                            RTC_BUILD_QUALITY_LOW);  // otherwise a geometry's own quality is not heeded
    rtcAttachGeometry(scene, geometry);
    rtcCommitScene(scene);
    if (const RTCError error = rtcGetDeviceError(device); error != RTC_ERROR_NONE) {
      throw std::runtime_error("Embree: building the scene failed (error " + std::to_string(error) + ")");
    }
  }

  void refit() {
    rtcUpdateGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry);
    rtcCommitScene(scene);
  }

  void trace_vertex(int vertex, Vec3 normal, float reach) {
    const Vec3 origin(positions[vertex]);
    const bool has_normal = normal != Vec3(0);
    hits[2 * vertex] = has_normal ? nearest(scene, vertex, origin, normal, reach) : NearestHit{};
    hits[2 * vertex + 1] = has_normal ? nearest(scene, vertex, origin, -normal, reach) : NearestHit{};
  }
};

bool EmbreeTracer::available() { return true; }
std::string EmbreeTracer::version() { return RTC_VERSION_STRING; }

EmbreeTracer::EmbreeTracer(std::span<const Int3> triangles, std::span<const Vec4> positions, int threads)
    : impl_(std::make_unique<Impl>(triangles, positions, threads)) {}
EmbreeTracer::~EmbreeTracer() = default;

RayTimes EmbreeTracer::trace(std::span<const Vec4> positions, std::span<const Vec4> normals, float reach) {
  std::copy(positions.begin(), positions.end(), impl_->positions.begin());
  RayTimes times;
  const auto start = Clock::now();
  impl_->refit();
  times.update_ms = milliseconds_since(start);
  const auto queried = Clock::now();
  const int vertices = static_cast<int>(positions.size());
  impl_->arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<int>(0, vertices, kGrain), [&](const tbb::blocked_range<int>& block) {
      for (int v = block.begin(); v < block.end(); ++v) impl_->trace_vertex(v, Vec3(normals[v]), reach);
    });
  });
  times.query_ms = milliseconds_since(queried);
  return times;
}

const std::vector<NearestHit>& EmbreeTracer::hits() const { return impl_->hits; }

}  // namespace raycloth

#else

namespace raycloth {

struct EmbreeTracer::Impl {
  std::vector<NearestHit> hits;
};

bool EmbreeTracer::available() { return false; }
std::string EmbreeTracer::version() { return {}; }
EmbreeTracer::EmbreeTracer(std::span<const Int3>, std::span<const Vec4>, int) {
  throw std::runtime_error("this build has no Embree: install libembree-dev and build again");
}
EmbreeTracer::~EmbreeTracer() = default;
RayTimes EmbreeTracer::trace(std::span<const Vec4>, std::span<const Vec4>, float) { return {}; }
const std::vector<NearestHit>& EmbreeTracer::hits() const { return impl_->hits; }

}  // namespace raycloth

#endif
