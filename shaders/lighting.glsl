// Light of the scene: a studio all around, and one key light. What of both arrives, arriving_light() says, which
// light_direct.glsl and light_mask.glsl define.
const vec3 kKey = vec3(0.98, 0.945, 0.90);   // irradiance / pi, across the light

// Of the studio on a surface that faces along `normal`, irradiance / pi (Ramamoorthi and Hanrahan 2001, "An Efficient
// Representation for Irradiance Environment Maps", equation 11; the factors of the harmonics are in the coefficients).
vec3 ambient(vec3 n) {
  return environment[0].rgb + environment[1].rgb * n.y + environment[2].rgb * n.z + environment[3].rgb * n.x +
         environment[4].rgb * (n.x * n.y) + environment[5].rgb * (n.y * n.z) +
         environment[6].rgb * (3.0 * n.z * n.z - 1.0) + environment[7].rgb * (n.x * n.z) +
         environment[8].rgb * (n.x * n.x - n.y * n.y);
}

// Compresses what is brighter than a screen without touching what is not, and lets it lose its colour: the neutral tone
// mapper of the Khronos group (2024) without its toe, which is for glossy things. The target encodes to sRGB.
vec3 tone(vec3 color) {
  const float kStart = 0.76, kDesaturation = 0.15;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < kStart) return color;
  float room = 1.0 - kStart;
  float compressed = 1.0 - room * room / (peak + room - kStart);
  color *= compressed / peak;
  float grey = 1.0 - 1.0 / (kDesaturation * (peak - compressed) + 1.0);
  return mix(color, vec3(compressed), grey);
}
