// A plain weave of threads that pass over and under each other, in the plane that the cloth faced at rest.
const float kThread = 0.002;      // m
const float kThreadDepth = 0.22;  // of a thread's width, from its foot to its crown

struct Weave {
  vec2 slope;    // of the face over the material's plane
  float shade;   // of the colour; 1 on average
  float visible; // 0 where threads are smaller than pixels see
};

float thread_tint(float index) { return fract(sin(12.9898 * index) * 43758.5453) - 0.5; }

// `place` on the material: x across the warp, y across the weft, m. Fades before it would shimmer.
Weave weave_at(vec2 place) {
  vec2 threads = place / kThread;
  vec2 pixel = fwidth(threads);
  float visible = 1.0 - smoothstep(0.15, 0.35, max(pixel.x, pixel.y));
  if (visible <= 0.0) return Weave(vec2(0.0), 1.0, 0.0);
  vec2 cell = floor(threads), across = 2.0 * (threads - cell) - 1.0;
  float over = mod(cell.x + cell.y, 2.0) < 0.5 ? 1.0 : -1.0;   // the warp is on top
  vec2 crown = 0.5 * (1.0 - across * across), bend = 0.5 * over * cos(0.5 * kPi * across.yx) * vec2(1.0, -1.0);
  vec2 height = crown + bend;   // of warp and weft
  bool warp = height.x > height.y;
  vec2 swing = 0.25 * kPi * over * sin(0.5 * kPi * across);
  vec2 slope = warp ? vec2(-across.x, -swing.y) : vec2(swing.x, -across.y);
  float deep = 0.45 * (max(height.x, height.y) - 0.72);
  float tint = 0.12 * thread_tint(warp ? cell.x : cell.y + 0.37);
  return Weave(visible * 2.0 * kThreadDepth * slope, 1.0 + visible * (deep + tint), visible);
}
