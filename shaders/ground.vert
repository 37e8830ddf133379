// The ground plane around the scene, as wide as it stays visible: one triangle, for derivatives jump at seams.
out vec3 world_position;
void main() {
  vec2 corner = vec2((gl_VertexID << 2) & 4, (gl_VertexID << 1) & 4) - 1.0;   // contains the square from -1 to 1
  world_position = vec3(ground.z + corner.x * ground.y, ground.x, ground.w + corner.y * ground.y);
  gl_Position = clip_from_world * vec4(world_position, 1.0);
}
