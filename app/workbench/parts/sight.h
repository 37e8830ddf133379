// Where the scene is seen from, and what of it is seen. Places are fractions of the picture from its left and upper
// edge. Knows no OpenGL.
#pragma once

#include "app/view/camera.h"
#include "app/view/view_switches.h"

namespace raycloth {

struct Sight {
  OrbitCamera camera;
  ViewOptions view = usual_view();
  float aspect = 1.6f;  // of the picture

  ViewRay ray(Vec2 place) const { return camera.ray(place, aspect); }
  CameraView seen() const { return camera.view(aspect); }
};

}  // namespace raycloth
