// Cloth: threads that scatter light evenly, under the sheen of their fibres.
in vec3 world_position;
in vec3 world_normal;
in vec3 material_position;
in vec4 vertex_color;   // sRGB; nothing (0) where a vertex has none
in vec3 face_slope;   // by how much this face rises over the centre layer, along each axis of the material

uniform vec3 color;     // linear
uniform float tinted;   // 1: the vertices' colours lie over it; 0: nothing does
uniform float woven;    // 1: threads show; 0: a hem

layout(binding = 4) uniform sampler2D sheen_table;

out vec4 out_color;

// Those two axes of the material that it faced at rest.
vec2 faced(vec3 v, vec3 facing) {
  if (facing.z >= max(facing.x, facing.y)) return v.xy;
  return facing.y >= facing.x ? v.zx : v.yz;
}

// The normal of a face that rises: what it rises from pixel to pixel, against what the pixels are apart
// (Mikkelsen 2010, "Bump Mapping Unparametrized Surfaces on the GPU").
vec3 leaning(vec3 n, vec2 rise) {
  vec3 right = dFdx(world_position), up = dFdy(world_position);
  vec3 over = cross(up, n), above = cross(n, right);
  float area = dot(right, over);
  if (area == 0.0 || rise == vec2(0.0)) return n;
  return normalize(abs(area) * n - sign(area) * (rise.x * over + rise.y * above));
}

void main() {
  vec3 right = dFdx(material_position), up = dFdy(material_position);
  vec3 facing = abs(cross(right, up));
  Weave weave = weave_at(faced(material_position, facing));
  vec2 rise = vec2(dot(face_slope, right), dot(face_slope, up));
  rise += woven * vec2(dot(weave.slope, faced(right, facing)), dot(weave.slope, faced(up, facing)));

  vec3 smooth_normal = normalize(world_normal), n = leaning(smooth_normal, rise);
  vec3 to_eye = towards_eye(world_position), to_light = light_direction.xyz;
  vec2 arriving = arriving_light(world_position, smooth_normal);
  vec3 around = ambient(n) * arriving.y;
  float cos_light = max(dot(n, to_light), 0.0), cos_eye = max(dot(n, to_eye), 0.04);
  vec3 key = kKey * cos_light * arriving.x;

  float cover = tinted * vertex_color.a;
  vec3 dye = cover > 0.0 ? mix(color, linear(vertex_color.rgb / vertex_color.a), cover) : color;
  vec3 fibres = 0.6 * sqrt(mix(vec3(dot(dye, vec3(0.2126, 0.7152, 0.0722))), dye, 0.5));
  float sheen_part = texture(sheen_table, vec2(cos_eye, 0.5)).x;
  float cos_half = dot(n, normalize(to_light + to_eye));
  vec3 shine = around * sheen_part + key * kPi * sheen(max(cos_light, 0.04), cos_eye, cos_half);
  float under = 1.0 - sheen_part * max(fibres.r, max(fibres.g, fibres.b));
  vec3 base = dye * mix(1.0, weave.shade, woven) * under;
  out_color = vec4(tone(base * (around + key) + fibres * shine), 1.0);
}
