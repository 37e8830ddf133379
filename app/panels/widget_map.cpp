#include "app/panels/widget_map.h"

#include <nlohmann/json.hpp>

#include "app/run/output/whole_file.h"

namespace raycloth {

void WidgetMap::write() {
  nlohmann::json json = nlohmann::json::object();
  for (const Widget& widget : take())
    if (!json.contains(widget.name))
      json[widget.name] = {widget.place.x, widget.place.y, widget.place.z, widget.place.w};
  std::string text = json.dump();
  if (text == written_) return;
  WholeFile file(file_);
  file.stream() << text;
  file.commit();
  written_ = std::move(text);
}

}  // namespace raycloth
