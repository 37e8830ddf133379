// For every pixel, which part of the key light (x) and of the light from all around (y) arrives. Both are found by samples
// that turn in a pattern of 4 x 4 pixels; light_mask_blur.frag averages over such patterns.
layout(binding = 3) uniform sampler2D shadow_depth;   // the shadow map's depths themselves

out vec2 out_arriving;

const float kLightSize = 0.05;      // tangent of the angle from the key light's centre to its rim
const int kSearchTaps = 12, kFilterTaps = 16;
const int kSlices = 3, kSteps = 6;  // of the horizon: planes through the view direction, samples on either side

// Percentage-closer soft shadows (Fernando 2005): how far away what shades the point is, says how wide the border is.
float key_light(vec3 position, vec3 normal, float turn) {
  const float kSearched = 0.3;   // of the light's depth: blockers beyond are not looked for at full width
  if (dot(normal, light_direction.xyz) <= 0.0) return 0.0;
  ShadowPlace place = shadow_place(position, normal);
  if (!inside_shadow_map(place.at)) return 1.0;
  float blockers = 0.0, depths = 0.0;
  for (int i = 0; i < kSearchTaps; ++i) {
    vec2 shift = kLightSize * kSearched * on_disk(i, kSearchTaps, turn);
    float depth = texture(shadow_depth, place.at.xy + shift).x;
    float blocks = step(depth, place.at.z + dot(place.slope, shift) - 1e-4);
    blockers += blocks;
    depths += blocks * depth;
  }
  if (blockers == 0.0) return 1.0;
  float texel = 1.0 / float(textureSize(shadow_map, 0).x);
  float width = max(kLightSize * (place.at.z - depths / blockers), 1.5 * texel);
  float sum = 0.0;
  for (int i = 0; i < kFilterTaps; ++i) sum += lit_at(place, width * on_disk(i, kFilterTaps, turn));
  return sum / float(kFilterTaps);
}

// Cosine of the horizon's angle from the view direction along `step`, in pixels, as far as viewport.z; what is farther
// off hides less.
float horizon(vec2 pixel, vec3 position, vec3 to_eye, vec2 reach, float jitter, float lowest) {
  float highest = lowest;
  for (int i = 0; i < kSteps; ++i) {
    float part = (float(i) + jitter) / float(kSteps);
    vec2 there = floor(pixel + part * part * reach + sign(reach)) + 0.5;
    if (any(lessThan(there, vec2(0.0))) || any(greaterThan(there, viewport.xy))) break;
    vec3 towards = world_at(there, depth_at(ivec2(there))) - position;
    float distance = length(towards);
    float near = clamp(2.0 - 2.0 * distance / viewport.z, 0.0, 1.0);
    highest = max(highest, mix(lowest, dot(towards, to_eye) / max(distance, 1e-9), near));
  }
  return highest;
}

// Jimenez, Wu, Pesce and Jarabo 2016, "Practical Realtime Strategies for Accurate Indirect Occlusion", equations 5 to 8:
// the part of a hemisphere, by cosine, that the picture's depths leave open.
float ambient_part(vec2 pixel, vec3 position, vec3 normal, float turn, float jitter) {
  vec3 to_eye = towards_eye(position);
  float pixels_per_metre = 0.5 * viewport.y * length(vec3(clip_from_world[0].y, clip_from_world[1].y,
                           clip_from_world[2].y)) / (clip_from_world * vec4(position, 1.0)).w;
  float reach = min(viewport.z * pixels_per_metre, 0.2 * viewport.y);
  if (reach < 2.0) return 1.0;
  vec3 right = normalize(vec3(clip_from_world[0].x, clip_from_world[1].x, clip_from_world[2].x));
  vec3 up = normalize(vec3(clip_from_world[0].y, clip_from_world[1].y, clip_from_world[2].y));
  float open = 0.0;
  for (int slice = 0; slice < kSlices; ++slice) {
    float angle = kPi * (float(slice) + turn) / float(kSlices);
    vec2 way = vec2(cos(angle), sin(angle));
    vec3 along = way.x * right + way.y * up;
    along = normalize(along - dot(along, to_eye) * to_eye);
    vec3 axis = cross(along, to_eye);
    vec3 in_slice = normal - dot(normal, axis) * axis;
    float size = max(length(in_slice), 1e-6);
    float cosine = clamp(dot(in_slice, to_eye) / size, -1.0, 1.0);
    float lean = sign(dot(in_slice, along)) * acos(cosine);
    float lowest_after = cos(min(lean + 0.5 * kPi, kPi)), lowest_before = cos(max(lean - 0.5 * kPi, -kPi));
    float after = acos(clamp(horizon(pixel, position, to_eye, way * reach, jitter, lowest_after), -1.0, 1.0));
    float before = -acos(clamp(horizon(pixel, position, to_eye, -way * reach, jitter, lowest_before), -1.0, 1.0));
    vec2 arcs = -cos(2.0 * vec2(before, after) - lean) + cosine + 2.0 * vec2(before, after) * sin(lean);
    open += 0.25 * size * (arcs.x + arcs.y);
  }
  return clamp(open / float(kSlices), 0.0, 1.0);
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float depth = depth_at(here);
  if (depth == 1.0) {
    out_arriving = vec2(1.0);
    return;
  }
  vec2 slope = depth_slope(here, depth);
  vec3 position = world_at(gl_FragCoord.xy, depth);
  vec3 to_right = world_at(gl_FragCoord.xy + vec2(1, 0), depth + slope.x) - position;
  vec3 to_head = world_at(gl_FragCoord.xy + vec2(0, 1), depth + slope.y) - position;
  vec3 normal = normalize(cross(to_right, to_head));
  int place = (here.x & 3) + 4 * (here.y & 3);
  float turn = float((5 * place) & 15) / 16.0, jitter = (float((7 * place + 3) & 15) + 0.5) / 16.0;
  out_arriving = vec2(key_light(position, normal, 2.0 * kPi * turn),
                      ambient_part(gl_FragCoord.xy, position, normal, turn, jitter));
}
