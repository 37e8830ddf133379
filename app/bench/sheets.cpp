#include "app/bench/sheets.h"

#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace raycloth {
namespace {

constexpr float kCell = 0.01f;      // m, side of a square
constexpr float kSpacing = 0.025f;  // m between the middles of sheets
constexpr float kLongest = 0.4f;    // m, of the waves; each octave halves it
constexpr float kSteepness = 0.1f;  // amplitude over wavelength
constexpr int kOctaves = 4, kWavesPerOctave = 3;
constexpr float kTau = 2 * std::numbers::pi_v<float>;

struct Wave {
  Vec3 direction;  // of the displacement, with the amplitude
  Vec3 wave;       // 2 pi over the length, along the way it runs
  float phase;
};
using Waves = std::array<Wave, kOctaves * kWavesPerOctave>;

/// Uniform in [0, 1); the standard's distributions differ between libraries.
float uniform(std::mt19937& random) { return static_cast<float>(random() >> 8) * 0x1p-24f; }

Waves make_waves(std::mt19937& random) {
  Waves waves;
  float length = kLongest;
  for (int i = 0; i < static_cast<int>(waves.size()); ++i) {
    const float turn = kTau * uniform(random), height = 2 * uniform(random) - 1, run = kTau * uniform(random);
    const float flat = std::sqrt(1 - height * height);
    waves[i].direction = kSteepness * length * Vec3(flat * std::cos(turn), height, flat * std::sin(turn));
    waves[i].wave = kTau / length * Vec3(std::cos(run), 0, std::sin(run));
    waves[i].phase = kTau * uniform(random);
    if (i % kWavesPerOctave == kWavesPerOctave - 1) length /= 2;
  }
  return waves;
}

Vec3 folded(Vec3 p, const Waves& waves) {
  Vec3 moved = p;
  for (const Wave& w : waves) moved += w.direction * std::sin(glm::dot(w.wave, p) + w.phase);
  return moved;
}

Vec3 turned(Vec3 p, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}

}  // namespace

Mesh crumpled_sheets(int count, Int2 cells) {
  std::mt19937 random(1);
  const Mesh flat = make_sheet(kCell * Vec2(cells), cells);
  Mesh mesh;
  mesh.source = std::to_string(count) + " crumpled sheets";
  for (int i = 0; i < count; ++i) {
    const int first = static_cast<int>(mesh.positions.size());
    const Waves waves = make_waves(random);
    const float angle = kTau * uniform(random);
    for (const Vec3& p : flat.positions) {
      mesh.positions.push_back(turned(folded(p, waves), angle) + Vec3(0, kSpacing * static_cast<float>(i), 0));
    }
    for (const Int3& t : flat.triangles) mesh.triangles.push_back(t + Int3(first));
  }
  return mesh;
}

std::vector<Vec4> swayed(std::span<const Vec4> rest, float phase) {
  constexpr float kAmplitude = 0.01f, kLength = 0.5f;  // m
  std::vector<Vec4> moved(rest.begin(), rest.end());
  for (Vec4& p : moved) {
    const Vec3 angle = kTau * (Vec3(p.y, p.z, p.x) / kLength + phase);
    p += kAmplitude * Vec4(std::sin(angle.x), std::sin(angle.y), std::sin(angle.z), 0);
  }
  return moved;
}

}  // namespace raycloth
