// What part of the light from all around the sheen sends to the eye, by the cosine of the eye's angle from the normal: its
// integral over the hemisphere, by the midpoint rule in height and angle.
out float out_part;

void main() {
  const int kHeights = 64, kAngles = 64;
  const float kColumns = 64.0;   // of the table: render/light/sheen_table.cpp
  float cos_eye = gl_FragCoord.x / kColumns;
  vec3 to_eye = vec3(sqrt(1.0 - cos_eye * cos_eye), 0.0, cos_eye);
  float sum = 0.0;
  for (int i = 0; i < kHeights; ++i)
    for (int j = 0; j < kAngles; ++j) {
      float cos_light = (float(i) + 0.5) / float(kHeights), angle = kPi * (float(j) + 0.5) / float(kAngles);
      float radius = sqrt(1.0 - cos_light * cos_light);
      vec3 to_light = vec3(radius * cos(angle), radius * sin(angle), cos_light);
      sum += sheen(cos_light, cos_eye, normalize(to_light + to_eye).z) * cos_light;
    }
  out_part = 2.0 * kPi * sum / float(kHeights * kAngles);
}
