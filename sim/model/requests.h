// What a simulation can be asked to do, held against its model before anything happens. Each throws InputError with
// what was found and what would be right.
#pragma once

#include <span>

#include "sim/model/model.h"

namespace raycloth::requests {

/// `what` opens the message: "grab: triangle".
void check_index(const char* what, long long found, size_t count);

/// A triangle of cloth or of a body, and a point of it: nowhere negative, with a sum of 1.
void check_grip(const Model& model, int triangle, Vec3 barycentric);

/// Vertices of cloth.
void check_pins(const Model& model, std::span<const int> vertices);

void check_finite(const char* what, Vec3 found);

/// A vector for every vertex, all finite.
void check_vectors(const char* what, std::span<const Vec4> found, size_t vertices);

/// Sides that would be joined if the object had these cuts are near to each other.
void check_joinable(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Vec4> positions);

/// What differs between `present` and `next` belongs to the object's kind and is in its range.
void check_change(const ModelObject& object, const Material& present, const Material& next);

}  // namespace raycloth::requests
