// Floats as JSON numbers, with the fewest digits that are read back to the same bits: of a float itself, its double
// would have nine more.
#pragma once

#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace raycloth {

inline nlohmann::ordered_json number_json(float value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  const double shortest = std::strtod(std::string(text, end).c_str(), nullptr);
  return static_cast<float>(shortest) == value ? shortest : static_cast<double>(value);
}

}  // namespace raycloth
