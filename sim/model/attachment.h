// A vertex of cloth that is tied to a triangle of something else.
#pragma once

#include "device/math.h"

namespace raycloth {

struct Attachment {
  int vertex;        // the tied vertex
  Int3 triangle;     // the three vertices of the target's triangle
  Vec3 barycentric;  // the point of it
  float compliance;  // m/N
  Vec3 offset;       // m from there, in the triangle's frame: cloth on a body stays where it was put; 0 on cloth
};

/// Unit vectors along the first edge of a triangle, its normal, and across both; zeros where it has no area.
RAYCLOTH_HD inline glm::mat3 frame_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 edge = b - a, normal = glm::cross(edge, c - a);
  const float length = sqrtf(glm::dot(edge, edge)), twice_area = sqrtf(glm::dot(normal, normal));
  if (!(length > 0 && twice_area > 0)) return glm::mat3(0);
  const Vec3 along = edge / length, up = normal / twice_area;
  return {along, up, glm::cross(along, up)};
}

}  // namespace raycloth
