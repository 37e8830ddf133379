// Words for messages.
#pragma once

#include <string>

namespace raycloth {

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
