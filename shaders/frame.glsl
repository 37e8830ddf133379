// Shared by every program: what is the same for all draws of a frame. Mirrors FrameUniforms in render/renderer.cpp.
layout(std140, binding = 0) uniform Frame {
  mat4 clip_from_world;
  mat4 world_from_clip;
  mat4 light_from_world;    // to [0, 1]^3 of the shadow map; scales alike along all axes
  vec4 eye;                 // xyz, w: 1; of an orthographic view the direction towards it, w: 0
  vec4 light_direction;     // xyz, unit, towards the light
  vec4 ground;              // x: height, y: radius where it has faded, zw: centre (x, z)
  vec4 viewport;            // xy: size in pixels, z: how far ambient light is occluded, m; w: how white what is behind is
  vec4 environment[9];      // rgb: spherical harmonics of the light from all around, render/light/environment.h
};

const float kPi = 3.14159265;

vec3 towards_eye(vec3 position) { return normalize(eye.xyz - eye.w * position); }

// Linear light of sRGB (IEC 61966-2-1).
vec3 linear(vec3 srgb) {
  return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

// The gradient behind everything, from the foot of the picture (0) to its head (1); linear light.
vec3 background(float height) {
  const vec3 foot = vec3(0.34, 0.35, 0.365);
  const vec3 head = vec3(0.16, 0.17, 0.19);
  return mix(mix(foot, head, smoothstep(0.0, 1.0, height)), vec3(1.0), viewport.w);
}
