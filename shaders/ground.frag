// The ground: a matte plane with a grid of 10 cm and 1 m, fading into the background.
in vec3 world_position;
out vec4 out_color;

// Coverage of lines `spacing` apart and `width` wide (m), as a pixel sees them: a box as wide as the pixel over the line,
// so that thin lines get fainter, never broken. Fades when cells get too small.
float grid(vec2 place, float spacing, float width) {
  vec2 cell = place / spacing;
  vec2 pixel = fwidth(cell);
  vec2 distance_to_line = 0.5 - abs(fract(cell) - 0.5);
  vec2 wide = max(pixel, vec2(width / spacing));
  vec2 line = clamp(0.5 + (0.5 * wide - distance_to_line) / pixel, 0.0, 1.0) * (width / spacing) / wide;
  line *= 1.0 - smoothstep(0.1, 0.4, pixel);
  return max(line.x, line.y);
}

void main() {
  vec3 n = vec3(0.0, 1.0, 0.0);
  vec2 arriving = arriving_light(world_position, n);
  float lines = max(0.55 * grid(world_position.xz, 0.1, 0.002), 0.8 * grid(world_position.xz, 1.0, 0.008));
  vec3 base = mix(vec3(0.25, 0.252, 0.258), vec3(0.07, 0.072, 0.076), lines);
  vec3 light = ambient(n) * arriving.y + 0.9 * kKey * max(light_direction.y, 0.0) * arriving.x;
  float far = length(world_position.xz - ground.zw) / ground.y;
  float visible = 1.0 - smoothstep(0.2, 1.0, far);
  out_color = vec4(mix(background(gl_FragCoord.y / viewport.y), tone(base * light), visible), 1.0);
}
