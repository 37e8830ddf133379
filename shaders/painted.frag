// Cloth in the colours of its vertices, such as those of a heat map: lit just so much that its shape shows.
in vec3 world_position;
in vec3 world_normal;
in vec4 vertex_color;   // sRGB

out vec4 out_color;

void main() {
  vec3 n = normalize(world_normal);
  vec2 arriving = arriving_light(world_position, n);
  float key = max(dot(n, light_direction.xyz), 0.0) * arriving.x;
  float light = 0.55 + 0.2 * key + 0.25 * (0.5 + 0.5 * n.y) * arriving.y;
  out_color = vec4(linear(vertex_color.rgb) * light, 1.0);
}
