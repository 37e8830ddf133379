// The mean over the pattern of 4 x 4 pixels in which light_mask.frag turns its samples, as far as they lie on the plane that
// is seen here.
layout(binding = 2) uniform sampler2D arriving;

out vec2 out_arriving;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float depth = depth_at(here);
  if (depth == 1.0) {   // background
    out_arriving = vec2(1.0);
    return;
  }
  vec2 slope = depth_slope(here, depth);
  float step_back = 0.01 * (1.0 - depth);
  float depth_per_metre = step_back / distance(world_at(gl_FragCoord.xy, depth + step_back), world_at(gl_FragCoord.xy, depth));
  float tolerance = 0.1 * viewport.z * depth_per_metre;
  vec3 sum = vec3(texelFetch(arriving, here, 0).xy, 1.0) * 1e-3;
  for (int i = -2; i < 2; ++i)
    for (int j = -2; j < 2; ++j) {
      ivec2 there = clamp(here + ivec2(i, j), ivec2(0), ivec2(viewport.xy) - 1);
      float off = abs(depth_at(there) - depth - dot(slope, vec2(there - here)));
      float weight = clamp(2.0 - 2.0 * off / tolerance, 0.0, 1.0);
      sum += weight * vec3(texelFetch(arriving, there, 0).xy, 1.0);
    }
  out_arriving = sum.xy / sum.z;
}
