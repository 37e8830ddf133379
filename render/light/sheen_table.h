// What part of the light from all around a fabric's sheen sends to the eye, tabulated by shaders/sheen_table.frag.
#pragma once

#include "render/gl_objects.h"

namespace raycloth {

class SheenTable {
 public:
  SheenTable();  // changes the framebuffer, the viewport and the program

  void bind(GLuint unit) const { glBindTextureUnit(unit, table_); }
  GLuint texture() const { return table_; }

  static constexpr int kColumns = 64;  // the cosine of the eye's angle, 0..1

 private:
  GlName table_;
};

}  // namespace raycloth
