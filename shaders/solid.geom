// Solids have edges: where the normal of a vertex, the mean of all its triangles', leans far from this one's, an edge
// ends there, and the triangle is lit by its own. So boxes and the rims of cylinders are sharp, and spheres are smooth.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;

in vec3 corner_position[];
in vec3 corner_normal[];

out vec3 world_position;
out vec3 world_normal;

const float kEdge = 0.9;   // cosine of 26 degrees: at corners of a cube of 12 triangles it is 35 to 66

void main() {
  vec3 across = cross(corner_position[1] - corner_position[0], corner_position[2] - corner_position[0]);
  float area = length(across);
  for (int k = 0; k < 3; ++k) {
    vec3 n = normalize(corner_normal[k]);
    float leans = area > 0.0 ? dot(n, across) / area : 1.0;  // below 0 where walls that face down outweigh a rim
    world_position = corner_position[k];
    world_normal = leans < kEdge ? across / area : n;
    gl_Position = gl_in[k].gl_Position;
    EmitVertex();
  }
  EndPrimitive();
}
