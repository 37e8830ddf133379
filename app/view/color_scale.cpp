#include "app/view/color_scale.h"

#include <cmath>

namespace raycloth {
namespace {

constexpr float kDarkest = 0.30f, kLightest = 0.93f;  // OKLab lightness
constexpr float kFirstHue = 5.25f, kLastHue = 1.87f;  // rad: violet, yellow
constexpr float kChroma = 0.10f;                      // as far as a screen shows every hue on the way

/// Ottosson 2020: from L, a, b to linear sRGB.
Vec3 linear_from_oklab(float L, float a, float b) {
  const auto cube = [](float v) { return v * v * v; };
  const float l = cube(L + 0.3963377774f * a + 0.2158037573f * b);
  const float m = cube(L - 0.1055613458f * a - 0.0638541728f * b);
  const float s = cube(L - 0.0894841775f * a - 1.2914855480f * b);
  return {4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s,
          -1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s,
          -0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s};
}

float encoded(float v) { return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1 / 2.4f) - 0.055f; }

}  // namespace

Vec3 scale_color(float t) {
  t = glm::clamp(t, 0.0f, 1.0f);
  const float hue = glm::mix(kFirstHue, kLastHue, t);
  const Vec3 light =
      linear_from_oklab(glm::mix(kDarkest, kLightest, t), kChroma * std::cos(hue), kChroma * std::sin(hue));
  return {encoded(glm::clamp(light.x, 0.0f, 1.0f)), encoded(glm::clamp(light.y, 0.0f, 1.0f)),
          encoded(glm::clamp(light.z, 0.0f, 1.0f))};
}

uint32_t scale_rgba(float t) {
  const Vec3 color = 255.0f * scale_color(t) + 0.5f;
  return static_cast<uint32_t>(color.x) | static_cast<uint32_t>(color.y) << 8 | static_cast<uint32_t>(color.z) << 16 |
         0xff000000u;
}

}  // namespace raycloth
