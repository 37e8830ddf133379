// What a mesh can become in a scene, by the words that the window and the command line have for it.
#pragma once

#include "sim/scene/scene.h"

namespace raycloth {

/// A kind, and how it moves.
struct Becoming {
  const char* name;
  ObjectKind kind;
  MotionKind motion;
  const char* help;
};
inline constexpr Becoming kBecomings[] = {
    {"cloth", ObjectKind::cloth, MotionKind::fixed, "falls, folds and is pulled"},
    {"solid", ObjectKind::solid, MotionKind::fixed, "a closed surface that stays where it is"},
    {"shell", ObjectKind::shell, MotionKind::fixed, "any other surface that stays where it is"},
    {"rigid", ObjectKind::solid, MotionKind::rigid, "a closed surface that falls and keeps its shape"},
    {"soft", ObjectKind::solid, MotionKind::soft, "a closed surface that falls and swings back to its shape"},
    {"moving", ObjectKind::solid, MotionKind::kinematic,
     "a moving obstacle: goes as the animation of its file says; a shell where it is not closed"}};
inline constexpr const Becoming& kAsCloth = kBecomings[0];
inline constexpr const Becoming& kAsSolid = kBecomings[1];
inline constexpr const Becoming& kAsShell = kBecomings[2];
inline constexpr const Becoming& kAsMoving = kBecomings[5];

}  // namespace raycloth
