// Round ends and soft sides; a segment of no length is a dot.
flat in vec4 line_color;
flat in vec2 from_pixel;
flat in vec2 to_pixel;

uniform float width;     // pixels
uniform float opacity;

out vec4 out_color;

void main() {
  vec2 along = to_pixel - from_pixel;
  vec2 to_here = gl_FragCoord.xy - from_pixel;
  float t = clamp(dot(to_here, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  float outside = length(to_here - t * along) - 0.5 * width;
  float coverage = clamp(0.5 - outside, 0.0, 1.0);
  if (coverage <= 0.0) discard;
  out_color = vec4(linear(line_color.rgb), line_color.a * coverage * opacity);
}
