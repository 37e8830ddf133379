// What the browser of scenes and files remembers between frames. Knows no Dear ImGui.
#pragma once

#include <array>
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
  int frames = 0;                             // that it has been open: at 0 the lists are looked up
  std::array<char, 128> words{};              // that choose among the shipped scenes
  std::vector<Shipped> shipped;               // looked up once
  std::vector<std::filesystem::path> recent;  // looked up whenever it opens
  FolderListing listing;                      // of the folder that is shown
  std::shared_ptr<Thumbnails> thumbnails;     // once there is a context
  std::shared_ptr<DesktopDialog> dialog;      // while it is open
};

}  // namespace raycloth
