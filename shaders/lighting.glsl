// Light of the scene: a soft sky, its bounce from below, and one key light with a shadow.
layout(binding = 0) uniform sampler2DShadow shadow_map;

const vec3 kSky = vec3(0.34, 0.38, 0.45);
const vec3 kBounce = vec3(0.17, 0.155, 0.14);
const vec3 kKey = vec3(1.12, 1.05, 0.96);

// Vogel's disk: point i at radius sqrt((i + 1/2) / 16) and angle i times the golden angle.
const vec2 kDisk[16] = vec2[](
    vec2(0.1768, 0.0000), vec2(-0.2258, 0.2068), vec2(0.0346, -0.3938), vec2(0.2846, 0.3712),
    vec2(-0.5222, -0.0924), vec2(0.4947, -0.3147), vec2(-0.1655, 0.6155), vec2(-0.3156, -0.6076),
    vec2(0.6846, 0.2500), vec2(-0.7123, 0.2940), vec2(0.3434, -0.7337), vec2(0.2537, 0.8089),
    vec2(-0.7647, -0.4432), vec2(0.8971, -0.1972), vec2(-0.5475, 0.7788), vec2(-0.1265, -0.9761));

// Part of the key light that arrives: bilinear taps on a disk give a soft border.
float lit_part(vec3 position, vec3 normal) {
  const float kSpread = 3.2;      // texels
  int taps = int(viewport.z);
  float slope = 1.0 - max(dot(normal, light_direction.xyz), 0.0);
  vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
  float texel_size = texel.x / length(light_from_world[0].xyz);   // m
  vec3 lifted = position + normal * texel_size * (1.0 + 4.0 * slope);
  vec3 place = (light_from_world * vec4(lifted, 1.0)).xyz;
  if (any(lessThan(place, vec3(0.0))) || any(greaterThan(place, vec3(1.0)))) return 1.0;
  vec2 spread = kSpread * sqrt(16.0 / float(taps)) * texel;
  float sum = 0.0;
  for (int i = 0; i < taps; ++i) sum += texture(shadow_map, vec3(place.xy + spread * kDisk[i], place.z));
  return sum / float(taps);
}

vec3 ambient(vec3 normal) { return mix(kBounce, kSky, 0.5 + 0.5 * normal.y); }

// Compresses highlights without touching the mid-tones much; the target encodes to sRGB.
vec3 tone(vec3 color) {
  const float kShoulder = 0.72;
  vec3 over = max(color - kShoulder, 0.0);
  return min(color, vec3(kShoulder)) + (1.0 - kShoulder) * over / (over + (1.0 - kShoulder));
}
