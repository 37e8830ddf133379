// The sheen of fibres that stand off a fabric: Estevez and Kulla 2017, "Production Friendly Microfacet Sheen BRDF"
// (Charlie), with their fitted shadowing and without its softening at the terminator, so that light and eye may be
// exchanged.
const float kSheenRoughness = 0.3;

// Equation 2: normals of microfacets, by the cosine of their angle from the surface's.
float sheen_distribution(float cos_half) {
  const float kInverse = 1.0 / kSheenRoughness;
  float sine2 = max(1.0 - cos_half * cos_half, 1e-7);
  return (2.0 + kInverse) * pow(sine2, 0.5 * kInverse) / (2.0 * kPi);
}

// Equation 3 and table 1: the fit between roughness 0 and 1.
float sheen_lambda(float cosine) {
  const float kSmooth = (1.0 - kSheenRoughness) * (1.0 - kSheenRoughness);
  const float a = mix(21.5473, 25.3245, kSmooth), b = mix(3.82987, 3.32435, kSmooth);
  const float c = mix(0.19823, 0.16801, kSmooth), d = mix(-1.97760, -1.27393, kSmooth);
  const float e = mix(-4.32054, -4.85967, kSmooth);
  float x = cosine < 0.5 ? cosine : 1.0 - cosine;
  float fit = a / (1.0 + b * pow(x, c)) + d * x + e;
  float middle = a / (1.0 + b * pow(0.5, c)) + d * 0.5 + e;
  return exp(cosine < 0.5 ? fit : 2.0 * middle - fit);
}

// 1/sr, for the cosines of light, eye and half vector from the normal; white.
float sheen(float cos_light, float cos_eye, float cos_half) {
  float shadowing = 1.0 / (1.0 + sheen_lambda(cos_light) + sheen_lambda(cos_eye));
  return sheen_distribution(cos_half) * shadowing / (4.0 * cos_light * cos_eye);
}
