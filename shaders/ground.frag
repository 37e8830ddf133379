// The ground: a matte plane with a soft grid of 10 cm and 1 m, fading into the background.
in vec3 world_position;
out vec4 out_color;

// Coverage of lines `spacing` apart and `width` wide (m), filtered over the pixel; fades when cells get too small.
float grid(vec2 place, float spacing, float width) {
  vec2 cell = place / spacing;
  vec2 pixel = fwidth(cell);
  vec2 distance_to_line = 0.5 - abs(fract(cell) - 0.5);
  vec2 half_width = vec2(0.5 * width / spacing);
  vec2 line = 1.0 - smoothstep(half_width, half_width + 1.5 * pixel, distance_to_line);
  line *= 1.0 - smoothstep(0.2, 0.5, pixel);
  return max(line.x, line.y);
}

void main() {
  vec3 n = vec3(0.0, 1.0, 0.0);
  float shadow = lit_part(world_position, n);
  vec3 base = vec3(0.27, 0.28, 0.295);
  float lines = max(0.35 * grid(world_position.xz, 0.1, 0.001), 0.75 * grid(world_position.xz, 1.0, 0.004));
  base = mix(base, vec3(0.15, 0.16, 0.175), lines);
  vec3 light = ambient(n) + 0.9 * kKey * max(light_direction.y, 0.0) * shadow;
  float far = length(world_position.xz - ground.zw) / ground.y;
  float visible = 1.0 - smoothstep(0.25, 1.0, far);
  out_color = vec4(mix(background(gl_FragCoord.y / viewport.y), tone(base * light), visible), 1.0);
}
