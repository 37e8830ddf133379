// The words of the collision stage that the rest of the program shares: kinds of object, choices, classes.
// Plain enumerations with the words for their values, in their order; no device code.
#pragma once

namespace raycloth {

/// cloth: the centre layer of a fabric. solid: a closed surface with an inside. shell: any other obstacle, a
/// surface with a thickness and infinite mass. (DESIGN section 3; the paper's Figure 3.)
enum class ObjectKind : int { cloth, solid, shell };
inline constexpr const char* kKindNames[] = {"cloth", "solid", "shell"};

/// Who handles collisions: contacts found by the rays of Lehericey et al. 2015 (collision/rays); the pipeline of
/// Bridson et al. 2002 as Ross 2014 built it, which alters motions (sim/response/bridson); or nobody.
enum class HandlerKind : int { rays, bridson, none };
inline constexpr const char* kHandlerNames[] = {"rays", "bridson", "none"};

enum class RayTracer : int { automatic, bvh, brute_force, iterative };
inline constexpr const char* kRayTracerNames[] = {"auto", "bvh", "brute-force", "iterative"};

/// Inversion handling: none, the paper's (Section 4.2), or sides remembered while a pair stays in contact.
enum class Inversion : int { off, last_step, remembered };
inline constexpr const char* kInversionNames[] = {"off", "last-step", "remembered"};

enum class ContactClass : int { collision, prediction };

}  // namespace raycloth
