// A corner of a solid's or a shell's triangle; solid.geom decides on its normal.
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal;

uniform mat4 clip_from_world_of_pass;

out vec3 corner_position;
out vec3 corner_normal;

void main() {
  corner_position = position.xyz;
  corner_normal = normal.xyz;
  gl_Position = clip_from_world_of_pass * vec4(corner_position, 1.0);
}
