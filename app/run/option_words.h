// One option's text taken apart: a subject, as a file or an object's name, where it has one, and then key=value, as in
//
//   --place "lower sheet at=0,0.5,0 turn=0,0,30"
//
// A subject may have blanks; a value goes on over words that are no key's. What is wrong is an InputError that names
// the option, what was found and what would be right.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/math.h"

namespace raycloth {

class OptionWords {
 public:
  /// `subject`: "a mesh file", with which it has to begin; empty: there is none.
  OptionWords(const std::string& option, const std::string& text, std::vector<std::string> keys,
              std::string_view subject);

  const std::string& subject() const { return subject_; }
  const std::string& where() const { return where_; }  // --place "lower sheet ..."
  bool has(const std::string& key) const { return find(key) != nullptr; }
  bool has_any() const { return !values_.empty(); }

  // Of keys that there are.
  std::string text(const std::string& key) const { return *find(key); }
  float number(const std::string& key, float min, float max) const { return numbers(key, 1, min, max)[0]; }
  bool flag(const std::string& key) const;
  Vec2 pair(const std::string& key, float min, float max) const;
  Vec3 vector(const std::string& key, float min, float max) const;
  /// Two or more, with blanks between them.
  std::vector<Vec3> vectors(const std::string& key, float min, float max) const;
  [[noreturn]] void refuse(const std::string& key, const std::string& expected) const;

 private:
  void take(const std::string& word, bool has_subject);
  const std::string* find(const std::string& key) const;
  std::vector<float> numbers(const std::string& key, size_t count, float min, float max) const;
  std::vector<float> numbers(const std::string& key, const std::string& said, size_t count, float min, float max) const;

  std::string where_, subject_;
  std::vector<std::string> keys_;
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace raycloth
