// Segments as screen-facing capsules of constant width in pixels: six corners for each, pulled from a buffer.
struct End { vec4 position_and_color; };   // xyz, w: RGBA8 bits
layout(std430, binding = 0) readonly buffer Ends { End ends[]; };

uniform float width;    // pixels

flat out vec4 line_color;
flat out vec2 from_pixel;
flat out vec2 to_pixel;

const vec2 kCorners[6] = vec2[](vec2(0, 1), vec2(0, -1), vec2(1, -1), vec2(0, 1), vec2(1, -1), vec2(1, 1));
const float kNear = 1e-4;

// The segment's end in clip space, cut where the segment passes behind the eye.
vec4 clipped(vec4 end, vec4 other) {
  if (end.w >= kNear || other.w <= kNear) return end;
  return mix(end, other, (kNear - end.w) / (other.w - end.w));
}

vec2 to_pixels(vec4 clip) { return (0.5 + 0.5 * clip.xy / clip.w) * viewport.xy; }

void main() {
  End a = ends[2 * (gl_VertexID / 6)];
  End b = ends[2 * (gl_VertexID / 6) + 1];
  vec4 clip_a = clip_from_world * vec4(a.position_and_color.xyz, 1.0);
  vec4 clip_b = clip_from_world * vec4(b.position_and_color.xyz, 1.0);
  line_color = unpackUnorm4x8(floatBitsToUint(a.position_and_color.w));
  if (clip_a.w < kNear && clip_b.w < kNear) {   // wholly behind the eye
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 from = clipped(clip_a, clip_b), to = clipped(clip_b, clip_a);
  from_pixel = to_pixels(from);
  to_pixel = to_pixels(to);
  vec2 along = to_pixel - from_pixel;
  along = length(along) > 1e-3 ? normalize(along) : vec2(1.0, 0.0);
  vec2 corner = kCorners[gl_VertexID % 6];
  vec4 clip = corner.x < 0.5 ? from : to;
  float reach = 0.5 * width + 1.0;
  vec2 shift = reach * (along * (2.0 * corner.x - 1.0) + corner.y * vec2(-along.y, along.x));
  clip.xy += 2.0 * shift / viewport.xy * clip.w;
  clip.z -= 2e-4 * clip.w;   // in front of the surface that it lies on
  gl_Position = clip;
}
