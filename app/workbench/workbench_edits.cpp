// Changes of settings and materials.
#include "app/workbench/workbench.h"

namespace raycloth {

using Side = Comparison::Side;

void Workbench::change(const Settings& settings) {
  try {
    validate(settings);
  } catch (const std::exception& error) {
    message = {error.what(), true};
    return;
  }
  const Settings& of_a = comparison_.settings(Side::a);
  const bool b = comparison_.chosen() == Side::b;
  const Settings next = b ? with_environment_of(settings, of_a) : settings;
  if (!difference(of_a, next).values.empty()) {
    edits_.add(of_a, next);
    comparison_.ask(Side::a, next);
  }
  if (!b) return;
  edits_.add_of_b(this->settings(), settings);
  comparison_.ask(Side::b, settings);
}

void Workbench::change(int object, const Material& material) {
  if (comparison_.chosen() == Side::b)
    edits_.add_of_b(object, this->material(object), material);
  else
    edits_.add(object, this->material(object), material);
  comparison_.ask(comparison_.chosen(), object, material);
}

}  // namespace raycloth
