// The picture's depth, as passes read it that know pixels alone. Depth after the projection is affine over the picture
// wherever the surface is plane.
layout(binding = 1) uniform sampler2D scene_depth;

float depth_at(ivec2 pixel) { return texelFetch(scene_depth, clamp(pixel, ivec2(0), ivec2(viewport.xy) - 1), 0).x; }

// The change of depth from pixel to pixel on the surface that is seen at `here`: of two neighbours the one that lies
// nearer in depth is on it.
vec2 depth_slope(ivec2 here, float depth) {
  vec2 after = vec2(depth_at(here + ivec2(1, 0)), depth_at(here + ivec2(0, 1))) - depth;
  vec2 before = depth - vec2(depth_at(here - ivec2(1, 0)), depth_at(here - ivec2(0, 1)));
  return mix(before, after, lessThan(abs(after), abs(before)));
}

vec3 world_at(vec2 pixel, float depth) {
  vec4 p = world_from_clip * vec4(2.0 * pixel / viewport.xy - 1.0, 2.0 * depth - 1.0, 1.0);
  return p.xyz / p.w;
}
