// Vector types shared by host and kernels. Only operations that IEEE 754 fixes (+ - * / sqrt, min, max,
// comparisons) may be used in kernels, so that CPU and GPU give the same bits (DESIGN: strict floating point).
#pragma once

#include <glm/glm.hpp>

namespace raycloth {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;
using Vec4 = glm::vec4;
using Int2 = glm::ivec2;
using Int3 = glm::ivec3;
using Int4 = glm::ivec4;
using Mat4 = glm::mat4;

}  // namespace raycloth
