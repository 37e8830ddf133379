// What the browser of scenes and files, and the desktop's dialog, remember between frames. Know no Dear ImGui.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/panels/files/desktop_dialog.h"
#include "app/panels/files/thumbnails.h"
#include "app/run/user/folder_listing.h"

namespace raycloth {

struct BrowserState {
  struct Shipped {
    std::filesystem::path file, thumbnail;
    std::string name, description;
  };

  bool open = false;
  int frames = 0;                                               // that it has been open: at 0 the lists are looked up
  std::array<char, 128> words{};                                // that choose among the shipped scenes
  std::vector<Shipped> shipped;                                 // looked up once
  std::vector<std::filesystem::path> recent;                    // looked up whenever it opens
  FolderListing listing;                                        // of the folder that is shown
  std::shared_ptr<Thumbnails> thumbnails;                       // once there is a context
  bool at_files = false;                                        // it opens at the folders of the disk
  std::function<void(const std::filesystem::path& file)> then;  // with what is chosen; without it, that is opened
};

/// The desktop's dialog while it is open, and what is done with the file that is chosen in it.
struct DesktopState {
  std::shared_ptr<DesktopDialog> dialog;
  std::function<void(const std::filesystem::path& file)> then;
};

/// The panel that asks for a place where there is no such dialog.
struct PlaceState {
  std::string title, filter, ending;  // as of a Place
  std::array<char, 1024> path{};
  std::function<void(const std::filesystem::path& file)> then;
};

}  // namespace raycloth
