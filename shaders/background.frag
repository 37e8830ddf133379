out vec4 out_color;
void main() { out_color = vec4(background(gl_FragCoord.y / viewport.y), 1.0); }
