// Solids: they scatter light evenly.
in vec3 world_position;
in vec3 world_normal;

uniform vec3 color;   // linear

out vec4 out_color;

void main() {
  vec3 n = normalize(world_normal);
  vec2 arriving = arriving_light(world_position, n);
  vec3 light = ambient(n) * arriving.y + kKey * max(dot(n, light_direction.xyz), 0.0) * arriving.x;
  out_color = vec4(tone(color * light), 1.0);
}
