// Arrows and rings: found under the mouse, and what a drag of them comes to.
#include "app/view/marks/gizmo.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/view/picking.h"
#include "app/workbench/tools/arranger.h"

namespace raycloth {
namespace {

constexpr float kAspect = 1.5f;

OrbitCamera camera(bool orthographic = false) {
  OrbitCamera camera;
  camera.look({2, 1.5f, 2.5f}, {0.2f, 0.1f, 0});
  camera.set_orthographic(orthographic);
  return camera;
}

Vec2 seen(const OrbitCamera& camera, Vec3 point) { return *place_in_picture(camera.view(kAspect), point); }

TEST(Gizmo, EveryHandleIsFoundWhereItIsSeen) {
  for (const bool orthographic : {false, true}) {
    const OrbitCamera from = camera(orthographic);
    const Gizmo gizmo = gizmo_at({0.3f, 0.2f, -0.1f}, from.view(kAspect));
    for (const GizmoHandle& handle : gizmo_handles())
      EXPECT_EQ(handle_at(gizmo, from.view(kAspect), seen(from, place_of(gizmo, handle)), kAspect), handle)
          << name_of(handle);
    EXPECT_FALSE(handle_at(gizmo, from.view(kAspect), {0.02f, 0.02f}, kAspect));
  }
}

TEST(Gizmo, IsAsLargeInThePictureFromFarAsFromNear) {
  const auto height = [](OrbitCamera from) {
    const Gizmo gizmo = gizmo_at(from.target(), from.view(kAspect));
    return seen(from, gizmo.center).y - seen(from, gizmo.center + Vec3(0, gizmo.size, 0)).y;
  };
  OrbitCamera near = camera(), far = near;
  far.zoom(-12);
  EXPECT_NEAR(height(near), height(far), 0.01f);
  EXPECT_GT(height(near), 0.1f);
  EXPECT_NEAR(height(camera(true)), height(near), 0.02f);
}

/// Drags a handle from where it is seen to where another point is seen.
Placement dragged(const GizmoHandle& handle, const std::function<Vec3(const Gizmo&)>& to) {
  const OrbitCamera from = camera();
  Arranger arranger;
  Mesh mesh = make_sheet({0.2f, 0.4f}, {1, 1});
  for (Vec3& p : mesh.positions) p += Vec3(0.3f, 0.2f, -0.1f);
  Placement placement;
  placement.translation = {0.3f, 0.2f, -0.1f};
  arranger.start(mesh, placement);
  const Gizmo gizmo = arranger.gizmo(from.view(kAspect));
  const Vec2 there = seen(from, place_of(gizmo, handle));
  EXPECT_TRUE(arranger.take(from.view(kAspect), there, kAspect, from.ray(there, kAspect)));
  arranger.drag(from.ray(seen(from, to(gizmo)), kAspect));
  arranger.let_go();
  EXPECT_TRUE(arranger.changed());
  EXPECT_LT(glm::distance(arranger.center(), handle.kind == GizmoHandle::Kind::move ? arranger.placement().translation
                                                                                    : Vec3(0.3f, 0.2f, -0.1f)),
            1e-4f);
  return arranger.placement();
}

TEST(Gizmo, AnArrowMovesAlongItsAxisAlone) {
  for (int axis = 0; axis < 3; ++axis) {
    const GizmoHandle handle{GizmoHandle::Kind::move, axis};
    Vec3 way(0);
    way[axis] = 0.25f;
    const Placement placement = dragged(handle, [&](const Gizmo& gizmo) { return place_of(gizmo, handle) + way; });
    EXPECT_LT(glm::distance(placement.translation, Vec3(0.3f, 0.2f, -0.1f) + way), 1e-4f) << axis;
    EXPECT_TRUE(placement.rotations.empty());
  }
}

TEST(Gizmo, ARingTurnsAboutItsAxisAlone) {
  for (int axis = 0; axis < 3; ++axis) {
    const GizmoHandle handle{GizmoHandle::Kind::turn, axis};
    const Placement placement = dragged(handle, [&](const Gizmo& gizmo) {
      const Vec3 out = place_of(gizmo, handle) - gizmo.center;  // 45 degrees round
      Vec3 round(0);
      round[(axis + 2) % 3] = glm::length(out);
      return gizmo.center + round;
    });
    Vec3 angles(0);
    angles[axis] = 45;
    EXPECT_LT(glm::distance(angles_of(placement), angles), 0.01f) << axis;
  }
}

TEST(Gizmo, NothingIsTakenBesideIt) {
  const OrbitCamera from = camera();
  Arranger arranger;
  EXPECT_FALSE(arranger.take(from.view(kAspect), {0.5f, 0.5f}, kAspect, from.ray({0.5f, 0.5f}, kAspect)));
  arranger.start(make_sheet({0.2f, 0.2f}, {1, 1}), {});
  EXPECT_FALSE(arranger.take(from.view(kAspect), {0.9f, 0.9f}, kAspect, from.ray({0.9f, 0.9f}, kAspect)));
  EXPECT_FALSE(arranger.held());
}

}  // namespace
}  // namespace raycloth
