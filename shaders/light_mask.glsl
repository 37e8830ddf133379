// Light that arrives, as light_mask.frag found it for the pixels. At silhouettes the pixel's centre may belong to another
// surface than the fragment: of the pixels around, the one whose depth is nearest knows.
layout(binding = 1) uniform sampler2D scene_depth;
layout(binding = 2) uniform sampler2D arriving;   // x: part of the key light, y: part of the ambient light

vec2 arriving_light(vec3 position, vec3 normal) {
  const ivec2 kAround[4] = ivec2[](ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1));
  ivec2 here = ivec2(gl_FragCoord.xy), nearest = here;
  float least = abs(texelFetch(scene_depth, here, 0).x - gl_FragCoord.z);
  for (int i = 0; i < 4; ++i) {
    ivec2 there = clamp(here + kAround[i], ivec2(0), ivec2(viewport.xy) - 1);
    float apart = abs(texelFetch(scene_depth, there, 0).x - gl_FragCoord.z);
    if (apart < least) nearest = there;
    least = min(least, apart);
  }
  vec2 light = texelFetch(arriving, nearest, 0).xy;
  return dot(normal, light_direction.xyz) > 0.0 ? light : vec2(0.0, light.y);
}
