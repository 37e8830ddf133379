#include "sim/mesh/obj_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "device/error.h"

namespace raycloth {
namespace {

constexpr int kMaxCorners = 255;    // tinyobjloader counts the corners of a face in one byte
constexpr double kCounting = 0.25;  // of the time

/// Cuts the next word off the front of `text`; empty at its end.
std::string_view take_word(std::string_view& text) {
  constexpr std::string_view kBlank = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

/// Calls f(line, number) for every line; lines end in LF, CR or CR LF.
void for_lines(std::string_view text, const Watch& watch, const std::function<void(std::string_view, int)>& f) {
  constexpr int kOften = 4096;  // lines between two questions
  const double all = static_cast<double>(text.size());
  for (int number = 1; !text.empty(); ++number) {
    if (number % kOften == 1) go_on(watch, 1 - static_cast<double>(text.size()) / all);
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    f(text.substr(0, end), number);
    const bool pair = text.substr(end, 2) == "\r\n";
    text.remove_prefix(std::min(end + (pair ? 2 : 1), text.size()));
  }
}

bool is_finite_number(std::string_view word) {
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  float value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  // A number too small for a float is as good as zero; one too large is not.
  const bool tiny = error == std::errc::result_out_of_range && word.find("e-") != std::string_view::npos;
  return end == word.data() + word.size() && (tiny || (error == std::errc() && std::isfinite(value)));
}

bool is_vertex(std::string_view corner, long long before, long long total) {
  const std::string_view word = corner.substr(0, corner.find('/'));
  long long index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error != std::errc() || end != word.data() + word.size()) return false;
  return index > 0 ? index <= total : index < 0 && -index <= before;  // negative: counted back from here
}

struct Checker {
  const std::string& name;
  long long total = 0;   // vertices in the file
  long long before = 0;  // vertices above the present line

  [[noreturn]] void refuse(int line, const std::string& found, const std::string& expected) const {
    throw InputError(name + ":" + std::to_string(line) + ": found " + found + ", expected " + expected);
  }

  void vertex(std::string_view rest, int line) {
    for (int k = 0; k < 3; ++k) {
      const std::string_view word = take_word(rest);
      if (!is_finite_number(word))
        refuse(line, "'" + std::string(word) + "' as coordinate " + std::string(1, "xyz"[k]), "a finite number");
    }
    ++before;
  }

  void face(std::string_view rest, int line) const {
    int corners = 0;
    for (auto word = take_word(rest); !word.empty() && word[0] != '#'; word = take_word(rest), ++corners)
      if (!is_vertex(word, before, total))
        refuse(
            line, "face corner '" + std::string(word) + "'",
            "a vertex from 1 to " + std::to_string(total) + " or, counted back, from -1 to -" + std::to_string(before));
    if (corners > kMaxCorners)
      refuse(line, "a face with " + std::to_string(corners) + " corners", "at most " + std::to_string(kMaxCorners));
  }
};

}  // namespace

void check_obj_text(std::string_view text, const std::string& name, const Watch& watch) {
  Checker checker{name};
  for_lines(text, part_of(watch, 0, kCounting),
            [&](std::string_view line, int) { checker.total += take_word(line) == "v"; });
  for_lines(text, part_of(watch, kCounting, 1), [&](std::string_view line, int number) {
    const std::string_view keyword = take_word(line);
    if (keyword == "v") checker.vertex(line, number);
    if (keyword == "f") checker.face(line, number);
  });
}

}  // namespace raycloth
