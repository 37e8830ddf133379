// Words for messages.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <string>

namespace raycloth {

/// ".obj" of "Sail.OBJ".
inline std::string ending_of(const std::filesystem::path& file) {
  std::string text = file.extension().string();
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// "push_out_speed" -> "push out speed"
inline std::string spoken(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

/// As printf writes it, up to 255 characters.
[[gnu::format(printf, 1, 2)]] inline std::string printed(const char* format, ...) {
  char text[256];
  va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return text;
}

/// "a, b, c": what `word` makes of each of `items`.
template <class Items, class Word>
std::string joined(const Items& items, Word word) {
  std::string text;
  for (const auto& item : items) {
    if (&item != &*std::begin(items)) text += ", ";
    text += word(item);
  }
  return text;
}

/// The same of words.
template <class Words>
std::string joined(const Words& words) {
  return joined(words, [](const auto& word) { return word; });
}

}  // namespace raycloth
