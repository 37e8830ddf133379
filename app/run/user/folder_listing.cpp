#include "app/run/user/folder_listing.h"

#include <algorithm>
#include <cctype>

namespace raycloth {
namespace {

namespace fs = std::filesystem;

std::string small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void sort_names(std::vector<std::string>& names) {
  std::ranges::sort(names, [](const std::string& a, const std::string& b) {
    const std::string low_a = small_letters(a), low_b = small_letters(b);
    return low_a != low_b ? low_a < low_b : a < b;
  });
}

}  // namespace

FolderListing list_folder(const fs::path& folder, bool (*wanted)(const fs::path& file)) {
  FolderListing listing;
  std::error_code error;
  listing.folder = fs::absolute(folder, error).lexically_normal();
  if (!listing.folder.has_filename()) listing.folder = listing.folder.parent_path();  // "scenes/"
  for (fs::directory_iterator entry(listing.folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;  // a link to nowhere
    if (name.starts_with('.')) continue;
    if (entry->is_directory(unknown))
      listing.folders.push_back(name);
    else if (wanted(entry->path()))
      listing.files.push_back(name);
  }
  if (error) listing.trouble = listing.folder.string() + ": " + error.message();
  sort_names(listing.folders);
  sort_names(listing.files);
  return listing;
}

}  // namespace raycloth
