// Shared by every program: what is the same for all draws of a frame. Mirrors FrameUniforms in render/renderer.cpp.
layout(std140, binding = 0) uniform Frame {
  mat4 clip_from_world;
  mat4 light_from_world;   // to [0, 1]^3 of the shadow map
  vec4 eye;                // xyz
  vec4 light_direction;    // xyz, unit, towards the light
  vec4 ground;             // x: height, y: radius where it has faded, zw: centre (x, z)
  vec4 viewport;           // xy: size in pixels, z: taps of the shadow map, at most 16
};

// The gradient behind everything, from the foot of the picture (0) to its head (1); linear light.
vec3 background(float height) {
  const vec3 foot = vec3(0.42, 0.45, 0.49);
  const vec3 head = vec3(0.10, 0.14, 0.21);
  return mix(foot, head, smoothstep(0.0, 1.0, height));
}
