// Light of the scene: a soft sky, its bounce from below, and one key light with a shadow.
layout(binding = 0) uniform sampler2DShadow shadow_map;

const vec3 kSky = vec3(0.34, 0.38, 0.45);
const vec3 kBounce = vec3(0.17, 0.155, 0.14);
const vec3 kKey = vec3(1.12, 1.05, 0.96);

// Part of the key light that arrives: 16 bilinear taps on a spiral (Vogel's disk) give a soft border.
float lit_part(vec3 position, vec3 normal) {
  const float kSpread = 3.2;      // texels
  float slope = 1.0 - max(dot(normal, light_direction.xyz), 0.0);
  vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
  float texel_size = texel.x / length(light_from_world[0].xyz);   // m
  vec3 lifted = position + normal * texel_size * (1.0 + 4.0 * slope);
  vec3 place = (light_from_world * vec4(lifted, 1.0)).xyz;
  if (any(lessThan(place, vec3(0.0))) || any(greaterThan(place, vec3(1.0)))) return 1.0;
  float sum = 0.0;
  for (int tap = 0; tap < 16; ++tap) {
    float radius = kSpread * sqrt((float(tap) + 0.5) / 16.0);
    float angle = float(tap) * 2.3999632;
    vec2 offset = radius * vec2(cos(angle), sin(angle)) * texel;
    sum += texture(shadow_map, vec3(place.xy + offset, place.z));
  }
  return sum / 16.0;
}

vec3 ambient(vec3 normal) { return mix(kBounce, kSky, 0.5 + 0.5 * normal.y); }

// Compresses highlights without touching the mid-tones much; the target encodes to sRGB.
vec3 tone(vec3 color) {
  const float kShoulder = 0.72;
  vec3 over = max(color - kShoulder, 0.0);
  return min(color, vec3(kShoulder)) + (1.0 - kShoulder) * over / (over + (1.0 - kShoulder));
}
