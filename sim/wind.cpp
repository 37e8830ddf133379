#include "sim/wind.h"

#include <cmath>
#include <cstdint>

namespace raycloth {
namespace {

// A gust has a slow swell, and a quick one within it of half the strength. Neither period is a multiple of the other.
constexpr double kQuick = 0.37, kQuickStrength = 0.5;

/// Mixes all bits of x (the finaliser of splitmix64, Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// 0 to 1, of knot `i` of a curve.
double knot(std::int64_t i, std::uint64_t curve) {
  const std::uint64_t bits = mixed(static_cast<std::uint64_t>(i) ^ (curve << 56));
  return static_cast<double>(bits >> 11) / static_cast<double>(std::uint64_t{1} << 53);
}

/// 0 to 1, smooth from knot to knot.
double swell(double periods, std::uint64_t curve) {
  const double whole = std::floor(periods), t = periods - whole;
  const auto i = static_cast<std::int64_t>(whole);
  const double a = knot(i, curve), b = knot(i + 1, curve);
  return a + t * t * (3 - 2 * t) * (b - a);
}

double gust(double periods, std::uint64_t curve) {
  const double slow = swell(periods, curve), quick = swell(periods / kQuick, curve + 1);
  return (slow + kQuickStrength * quick) / (1 + kQuickStrength);
}

}  // namespace

Vec3 wind_at(const Settings& settings, double time) {
  if (settings.wind_gust == 0) return settings.wind;
  const double periods = time / settings.wind_gust_period;
  const double strength = settings.wind_gust, aside = strength * settings.wind_turbulence;
  const glm::dvec3 wind(settings.wind);
  const double speed = std::sqrt(glm::dot(wind, wind));
  const glm::dvec3 along = speed > 0 ? wind / speed : glm::dvec3(0);
  const glm::dvec3 random(2 * gust(periods, 2) - 1, 2 * gust(periods, 4) - 1, 2 * gust(periods, 6) - 1);
  return Vec3(wind + strength * gust(periods, 0) * along + aside * random);
}

}  // namespace raycloth
