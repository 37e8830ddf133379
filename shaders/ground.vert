// A square of the ground plane around the scene, as wide as it stays visible.
out vec3 world_position;
void main() {
  vec2 corner = vec2(gl_VertexID >> 1, gl_VertexID & 1) * 2.0 - 1.0;   // a strip of two triangles
  world_position = vec3(ground.z + corner.x * ground.y, ground.x, ground.w + corner.y * ground.y);
  gl_Position = clip_from_world * vec4(world_position, 1.0);
}
