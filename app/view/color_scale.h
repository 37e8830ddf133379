// The colours of heat maps: from dark violet over blue, green and yellow, lighter all the way, by equal steps of what
// an eye tells apart. Knows neither OpenGL nor what is shown.
#pragma once

#include <cstdint>

#include "device/math.h"

namespace raycloth {

/// sRGB for t in 0..1 (clamped): a way through OKLCh (Ottosson 2020, "A perceptual color space for image processing")
/// whose lightness grows evenly and whose hue turns evenly, at one chroma, inside of what a screen can show.
Vec3 scale_color(float t);

/// The same as RGBA8, red in the lowest byte.
uint32_t scale_rgba(float t);

}  // namespace raycloth
