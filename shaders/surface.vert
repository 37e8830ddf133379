// One layer of a surface: the centre layer moved along the vertex normal (0 for solids, +e and -e for cloth).
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in vec3 material_place;
layout(location = 3) in vec4 thickness;   // w: factor of the half thickness; xyz: its gradient over the material, 1/m

layout(location = 4) in vec4 painted;     // sRGB

uniform mat4 clip_from_world_of_pass;   // the camera's, or the light's while the shadow map is drawn
uniform float offset;                   // m along the normal, where the factor is 1
uniform float side;                     // +1: the normal's side, -1: the other

out vec3 world_position;
out vec3 world_normal;
out vec3 material_position;
out vec3 face_slope;
out vec4 vertex_color;

void main() {
  world_position = position.xyz + offset * thickness.w * normal.xyz;
  world_normal = side * normal.xyz;
  material_position = material_place;
  face_slope = abs(offset) * thickness.xyz;
  vertex_color = painted;
  gl_Position = clip_from_world_of_pass * vec4(world_position, 1.0);
}
