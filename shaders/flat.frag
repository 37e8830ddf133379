// One colour: the wireframe over a surface.
uniform vec4 flat_color;
out vec4 out_color;
void main() { out_color = flat_color; }
