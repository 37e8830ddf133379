// The shadow of the key light, read from the shadow map.
layout(binding = 0) uniform sampler2DShadow shadow_map;

// Vogel's disk: point i of `count`, turned by an angle.
vec2 on_disk(int i, int count, float turn) {
  const float kGoldenAngle = 2.39996323;
  float angle = kGoldenAngle * float(i) + turn;
  return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Where a point of a surface is looked up in the shadow map, and by how much its depth changes over the map.
struct ShadowPlace {
  vec3 at;
  vec2 slope;
};

ShadowPlace shadow_place(vec3 position, vec3 normal) {
  const float kSteepest = 4.0;
  float facing = max(dot(normal, light_direction.xyz), 0.0);
  float texel = 1.0 / (float(textureSize(shadow_map, 0).x) * length(light_from_world[0].xyz));   // m
  vec3 lifted = position + normal * texel * (1.0 + 2.0 * (1.0 - facing));
  vec3 n = mat3(light_from_world) * normal;
  vec2 slope = -n.xy / min(n.z, -1e-12);
  return ShadowPlace((light_from_world * vec4(lifted, 1.0)).xyz, clamp(slope, -kSteepest, kSteepest));
}

bool inside_shadow_map(vec3 at) { return all(greaterThan(at, vec3(0.0))) && all(lessThan(at, vec3(1.0))); }

float lit_at(ShadowPlace place, vec2 shift) {
  return texture(shadow_map, vec3(place.at.xy + shift, place.at.z + dot(place.slope, shift)));
}
