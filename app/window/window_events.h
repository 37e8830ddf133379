// Between GLFW, the queue and Dear ImGui: what GLFW tells goes into the queue, and what a frame takes from it goes to
// Dear ImGui. The backend's own way reads the mouse as it stands when a frame begins, and misses what was over before.
#pragma once

#include <vector>

#include "app/window/input_queue.h"

struct GLFWwindow;

namespace raycloth {

/// Sets the window's callbacks: all that they tell goes into `queue`, which must outlive the window's last event. Takes
/// the window's user pointer.
void queue_events(GLFWwindow* window, InputQueue& queue);

/// Begins a frame of Dear ImGui in which these events happen, the last taken from `queue`.
void begin_panels(GLFWwindow* window, const std::vector<InputEvent>& events, const InputQueue& queue);

}  // namespace raycloth
