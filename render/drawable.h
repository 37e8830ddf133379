// What the renderer is told of a scene: plain views, no simulation types. Units: metres; y is up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// One object: a range of triangles over the scene's shared vertices.
struct DrawableSurface {
  std::span<const Int3> triangles;  // indices into the scene's vertices, counter-clockwise from outside
  Vec3 color;                       // sRGB, 0..1
  bool cloth = false;               // two faces, offset by the half thickness, and a strip along the borders
};

/// What stays the same while a scene runs. The spans must outlive the call that takes it, no longer.
struct DrawableScene {
  std::vector<DrawableSurface> surfaces;
  std::span<const Vec4> rest_positions;      // xyz; places the light around the scene
  std::vector<Vec3> material_positions;      // per vertex, m: places the weave on the cloth; empty: as at rest
  std::span<const float> thickness_factors;  // of a surface's half thickness, per vertex; empty: 1 everywhere
  std::optional<float> ground_height;
  std::vector<uint8_t> hidden{};  // at first, per surface, not 0: left out; empty: none
};

/// What changes from frame to frame.
struct DrawableState {
  std::span<const Vec4> positions;     // xyz
  std::span<const Vec4> normals;       // unit
  std::vector<float> half_thickness;   // m, per surface; of a solid: 0
  std::span<const uint32_t> colors{};  // of cloth per vertex, RGBA8 as render/line_renderer.h; empty: the surfaces' own
  bool over_fabric = false;            // they lie over those, as opaque as their alpha
};

struct CameraView {
  Mat4 view{1}, projection{1};
  Vec4 eye{0, 0, 0, 1};  // of an orthographic view the unit direction towards it, w = 0
};

/// The ground as it is drawn: a level disk with a grid, faded where it ends.
struct GroundPlane {
  float height;  // m
  Vec2 center;   // x, z
  float radius;  // m
};

struct ViewBox {
  Vec3 min, max;
};

/// The smallest box around the points; a unit box when there are none.
ViewBox bounds(std::span<const Vec4> points);

}  // namespace raycloth
