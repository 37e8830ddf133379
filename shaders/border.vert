// The strip that closes a cloth's border between its two faces: six corners for every border edge a -> b, which
// runs with the cloth on its left. Shading normals lean towards both faces, so that the hem looks round.
layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer Normals { vec4 normals[]; };
layout(std430, binding = 2) readonly buffer BorderEdges { uvec2 border_edges[]; };
layout(std430, binding = 3) readonly buffer Thickness { vec4 thickness[]; };   // w: factor of offset
layout(std430, binding = 4) readonly buffer Colors { uint colors[]; };          // RGBA8, sRGB

uniform mat4 clip_from_world_of_pass;
uniform float offset;       // m, half thickness where its factor is 1
uniform int first_edge;     // of this object in border_edges

out vec3 world_position;
out vec3 world_normal;
out vec3 material_position;
out vec3 face_slope;
out vec4 vertex_color;

const vec2 kCorners[6] = vec2[](vec2(0, 1), vec2(0, -1), vec2(1, -1), vec2(0, 1), vec2(1, -1), vec2(1, 1));

void main() {
  uvec2 edge = border_edges[first_edge + gl_VertexID / 6];
  vec2 corner = kCorners[gl_VertexID % 6];   // x: which end, y: which face
  uint vertex = corner.x < 0.5 ? edge.x : edge.y;
  vec3 normal = normals[vertex].xyz;
  vec3 along = positions[edge.y].xyz - positions[edge.x].xyz;
  vec3 outward = cross(along, normal);
  outward /= max(length(outward), 1e-12);
  world_position = positions[vertex].xyz + corner.y * offset * thickness[vertex].w * normal;
  world_normal = outward + 0.8 * corner.y * normal;
  material_position = world_position;
  face_slope = vec3(0.0);
  vertex_color = unpackUnorm4x8(colors[vertex]);
  gl_Position = clip_from_world_of_pass * vec4(world_position, 1.0);
}
