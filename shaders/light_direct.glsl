// Light that arrives, quickly: one place of the shadow map, its four texels compared and blended, and nothing is kept from
// ambient light.
vec2 arriving_light(vec3 position, vec3 normal) {
  if (dot(normal, light_direction.xyz) <= 0.0) return vec2(0.0, 1.0);
  ShadowPlace place = shadow_place(position, normal);
  return inside_shadow_map(place.at) ? vec2(lit_at(place, vec2(0.0)), 1.0) : vec2(1.0);
}
