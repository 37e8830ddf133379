// The sheen's formula in the shader, evaluated as it is drawn with, against the paper's equations and integrals done
// here; and the studio's harmonics against the light that they stand for.
#include <random>

#include "render/light/environment.h"
#include "render/light/sheen_table.h"
#include "render/shader_program.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

using namespace stage;

constexpr double kRoughness = 0.3, kPi = 3.14159265358979;

/// Values of sheen() for the directions to light and eye.
std::vector<float> shader_sheen(const std::vector<std::pair<Vec3, Vec3>>& directions) {
  const auto count = static_cast<GLsizei>(directions.size());
  std::vector<Vec4> input;
  for (const auto& [light, eye] : directions) {
    input.emplace_back(light, 0);
    input.emplace_back(eye, 0);
  }
  const std::string text =
      "#version 450 core\n" + std::string(shader_source("frame.glsl")) + std::string(shader_source("sheen.glsl")) + R"(
    layout(local_size_x = 64) in;
    layout(std430, binding = 0) readonly buffer Input { vec4 directions[]; };
    layout(std430, binding = 1) writeonly buffer Output { float values[]; };
    void main() {
      uint i = gl_GlobalInvocationID.x;
      if (i >= values.length()) return;
      vec3 light = directions[2 * i].xyz, eye = directions[2 * i + 1].xyz;
      values[i] = sheen(light.z, eye.z, normalize(light + eye).z);
    })";
  const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
  const char* source = text.c_str();
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  glAttachShader(program, shader);
  glLinkProgram(program);
  const GlName in = make_buffer(), out = make_buffer();
  std::vector<float> values(directions.size());
  upload(in, std::span<const Vec4>(input), GL_STATIC_DRAW);
  upload(out, std::span<const float>(values), GL_STATIC_DRAW);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, in);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, out);
  glUseProgram(program);
  glDispatchCompute((count + 63) / 64, 1, 1);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glGetNamedBufferSubData(out, 0, static_cast<GLsizeiptr>(values.size() * sizeof(float)), values.data());
  glDeleteProgram(program);
  glDeleteShader(shader);
  return values;
}

// Estevez and Kulla 2017, in double precision: D of equation 2; Lambda of equation 3 with table 1.
double distribution(double cosine) {
  return (2 + 1 / kRoughness) * std::pow(std::sin(std::acos(cosine)), 1 / kRoughness) / (2 * kPi);
}
double lambda(double cosine) {
  const double rough[] = {21.5473, 3.82987, 0.19823, -1.97760, -4.32054};
  const double smooth[] = {25.3245, 3.32435, 0.16801, -1.27393, -4.85967};
  double p[5];
  for (int i = 0; i < 5; ++i)
    p[i] = (1 - kRoughness) * (1 - kRoughness) * smooth[i] + (1 - (1 - kRoughness) * (1 - kRoughness)) * rough[i];
  const auto fit = [&](double x) { return p[0] / (1 + p[1] * std::pow(x, p[2])) + p[3] * x + p[4]; };
  return std::exp(cosine < 0.5 ? fit(cosine) : 2 * fit(0.5) - fit(1 - cosine));
}
double sheen(Vec3 light, Vec3 eye) {
  const double half = glm::normalize(glm::dvec3(light) + glm::dvec3(eye)).z;
  return distribution(half) / ((1 + lambda(light.z) + lambda(eye.z)) * 4 * light.z * eye.z);
}

Vec3 direction(double cosine, double angle) {
  const double radius = std::sqrt(1 - cosine * cosine);
  return Vec3(radius * std::cos(angle), radius * std::sin(angle), cosine);
}

std::vector<std::pair<Vec3, Vec3>> some_directions() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> cosine(0.05, 1), angle(0, 2 * kPi);
  std::vector<std::pair<Vec3, Vec3>> result;
  for (int i = 0; i < 500; ++i)
    result.emplace_back(direction(cosine(random), angle(random)), direction(cosine(random), angle(random)));
  return result;
}

TEST(Sheen, IsThePapersAndTheSameWithLightAndEyeExchanged) {
  where_pictures_can_be_drawn([] {
    const OffscreenContext context;
    auto directions = some_directions();
    const std::vector<float> values = shader_sheen(directions);
    for (auto& [light, eye] : directions) std::swap(light, eye);
    const std::vector<float> exchanged = shader_sheen(directions);
    for (size_t i = 0; i < values.size(); ++i) {
      const double expected = sheen(directions[i].first, directions[i].second);
      EXPECT_NEAR(values[i], expected, 2e-3 * expected + 1e-4) << i;
      EXPECT_NEAR(values[i], exchanged[i], 1e-4 * expected + 1e-6) << i;
    }
  });
}

TEST(Sheen, ItsFacetsCoverTheSurfaceOnce) {
  double sum = 0;  // of D cos over the hemisphere
  constexpr int kSteps = 20000;
  for (int i = 0; i < kSteps; ++i) {
    const double cosine = (i + 0.5) / kSteps;
    sum += 2 * kPi * distribution(cosine) * cosine / kSteps;
  }
  EXPECT_NEAR(sum, 1, 1e-4) << "the paper's normalisation, which the reference above must have";
}

TEST(Sheen, TheTableIsItsIntegralAndGivesBackNoMoreThanComes) {
  where_pictures_can_be_drawn([] {
    const OffscreenContext context;
    const SheenTable table;
    std::vector<float> parts(SheenTable::kColumns);
    glGetTextureImage(table.texture(), 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(parts.size() * sizeof(float)),
                      parts.data());
    for (const int column : {3, 12, 30, 50, 63}) {
      const Vec3 eye = direction((column + 0.5) / SheenTable::kColumns, 0);
      double sum = 0;
      constexpr int kSteps = 400;
      for (int i = 0; i < kSteps; ++i)
        for (int j = 0; j < kSteps; ++j) {
          const Vec3 light = direction((i + 0.5) / kSteps, 2 * kPi * (j + 0.5) / kSteps);
          sum += sheen(light, eye) * light.z * 2 * kPi / (kSteps * kSteps);
        }
      EXPECT_NEAR(parts[column], sum, 0.01) << column;
    }
    for (const float part : parts) EXPECT_LE(part, 1);
    EXPECT_GT(parts[5], 3 * parts[60]) << "it shines at grazing angles";
  });
}

// By the definition: radiance times cosine over the hemisphere, over pi.
Vec3 gathered(Vec3 n) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> height(-1, 1), angle(0, 2 * kPi);
  glm::dvec3 sum(0);
  constexpr int kSamples = 200000;
  for (int i = 0; i < kSamples; ++i) {
    const Vec3 d = direction(height(random), angle(random));
    sum += glm::dvec3(studio_radiance(d)) * double(std::max(0.0f, glm::dot(d, n)));
  }
  return Vec3(4.0 * sum / double(kSamples));
}

TEST(Studio, ItsHarmonicsAreTheLightThatASurfaceGathers) {
  const std::array<Vec4, 9> e = studio_irradiance();
  for (const Vec3 n : {Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(1, 0, 0), Vec3(-1, 0, 0), glm::normalize(Vec3(1, 2, 3)),
                       glm::normalize(Vec3(-2, 1, -1))}) {
    const Vec3 found(e[0] + e[1] * n.y + e[2] * n.z + e[3] * n.x + e[4] * (n.x * n.y) + e[5] * (n.y * n.z) +
                     e[6] * (3 * n.z * n.z - 1) + e[7] * (n.x * n.z) + e[8] * (n.x * n.x - n.y * n.y));
    EXPECT_LT(glm::length(found - gathered(n)), 0.02f) << n.x << " " << n.y << " " << n.z;
  }
}

}  // namespace
}  // namespace raycloth
