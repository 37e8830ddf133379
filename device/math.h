// Vector types shared by host and kernels. Only operations that IEEE 754 fixes (+ - * / sqrt, min, max,
// comparisons) may be used in kernels, so that CPU and GPU give the same bits (DESIGN: strict floating point).
#pragma once

#include <cstring>
#include <glm/glm.hpp>

#include "device/backend.h"

namespace raycloth {

/// A vector of GLM that lies at a multiple of its size, so that CUDA reads and writes it with one access.
template <class Vector>
struct alignas(sizeof(Vector)) Aligned : Vector {
  Aligned() = default;
  constexpr Aligned(const Vector& v) : Vector(v) {}  // implicit: what GLM's operators give
  using Vector::Vector;
};

using Vec2 = Aligned<glm::vec2>;
using Vec3 = glm::vec3;
using Vec4 = Aligned<glm::vec4>;
using Int2 = Aligned<glm::ivec2>;
using Int3 = glm::ivec3;
using Int4 = Aligned<glm::ivec4>;
using Mat4 = glm::mat4;

/// Component i % 4 of vectors[i / 4], in one access.
RAYCLOTH_HD inline float component(const Vec4* vectors, int i) {
  float value;
  memcpy(&value, reinterpret_cast<const unsigned char*>(vectors) + i * sizeof(float), sizeof value);
  return value;
}

}  // namespace raycloth
