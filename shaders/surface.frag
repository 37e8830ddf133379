// Cloth (soft wrap, sheen towards grazing angles, a fine weave) and solids (matte with a broad highlight).
in vec3 world_position;
in vec3 world_normal;
in vec3 material_position;
in vec3 face_slope;   // by how much this face rises over the centre layer, along each axis at rest

uniform vec3 color;     // linear
uniform float fabric;   // 1: cloth, 0: solid
uniform float weave;    // contrast of the threads; 0 where a surface has none (the hem)

out vec4 out_color;

// Plain weave of 2.5 mm threads in the plane that the cloth faced at rest; fades before it would shimmer.
float thread_shade() {
  const float kThread = 0.0025;   // m
  vec3 facing = abs(cross(dFdx(material_position), dFdy(material_position)));
  vec2 place = facing.y >= max(facing.x, facing.z) ? material_position.xz
             : facing.x >= facing.z                ? material_position.yz
                                                   : material_position.xy;
  vec2 threads = place / kThread;
  float pixels = max(fwidth(threads.x), fwidth(threads.y));
  float visible = 1.0 - smoothstep(0.2, 0.45, pixels);
  if (visible <= 0.0) return 1.0;
  vec2 cell = floor(threads);
  bool warp_on_top = mod(cell.x + cell.y, 2.0) < 0.5;
  vec2 across = 2.0 * fract(threads) - 1.0;
  float round_thread = warp_on_top ? 1.0 - across.x * across.x : 1.0 - across.y * across.y;
  return 1.0 + weave * visible * (round_thread - 0.67);
}

// The normal where the fabric gets thicker: what it rises from pixel to pixel, against what the pixels are apart
// (Mikkelsen 2010, "Bump Mapping Unparametrized Surfaces on the GPU").
vec3 sloped(vec3 n) {
  if (face_slope == vec3(0.0)) return n;
  vec3 right = dFdx(world_position), up = dFdy(world_position);
  vec3 over = cross(up, n), above = cross(n, right);
  float area = dot(right, over);
  vec2 rise = vec2(dot(face_slope, dFdx(material_position)), dot(face_slope, dFdy(material_position)));
  vec3 leaning = abs(area) * n - sign(area) * (rise.x * over + rise.y * above);
  return area == 0.0 ? n : normalize(leaning);
}

void main() {
  vec3 n = sloped(normalize(world_normal));
  vec3 to_eye = normalize(eye.xyz - world_position);
  vec3 to_light = light_direction.xyz;
  float facing_light = dot(n, to_light);
  float wrap = 0.18 * fabric;
  float shadow = facing_light > -wrap ? lit_part(world_position, n) : 0.0;

  float diffuse = max((facing_light + wrap) / (1.0 + wrap), 0.0) * shadow;
  vec3 base = color * thread_shade();
  vec3 light = ambient(n) + kKey * diffuse;
  vec3 result = base * light;

  float grazing = pow(1.0 - max(dot(n, to_eye), 0.0), 4.0);
  vec3 sheen = mix(vec3(0.05), 0.10 + 0.25 * color, fabric);
  result += grazing * sheen * (ambient(n) + 0.35 * kKey * diffuse);

  vec3 halfway = normalize(to_light + to_eye);
  float highlight = pow(max(dot(n, halfway), 0.0), mix(48.0, 10.0, fabric));
  result += highlight * max(facing_light, 0.0) * shadow * mix(vec3(0.09), 0.035 * (0.5 + 0.5 * color), fabric);
  out_color = vec4(tone(result), 1.0);
}
