#include "sim/sources.h"

namespace raycloth {
namespace {

struct Source {
  const char *key, *text;
};

constexpr Source kSources[] = {
    {"time_step", "1/60 s: a picture of most displays"},
    {"substeps", "Macklin et al. 2019, Small Steps in Physics Simulation; docs/solver.md"},
    {"care_substeps", "ours (docs/method.md, The safety net (care))"},
    {"detections", "ours (docs/method.md, The safety net (care))"},
    {"contact_iterations", "Jacobi passes with split masses, Tonge et al. 2012; docs/method.md, Response"},
    {"contact_tolerance", "ours (docs/method.md, Response)"},
    {"push_out_speed", "positions alone, Macklin et al. 2014, Section 4.4; docs/method.md, Response"},
    {"overlap_tolerance", "ours (docs/method.md, Response)"},
    {"warm_start", "impulses kept as by Catto 2005; docs/method.md, Response"},
    {"speed_limit", "ours, what no cloth at hand should exceed"},
    {"damping", "ours, of velocities, beside the drag of the air"},
    {"sleep", "ours (docs/method.md, Response)"},
    {"gravity", "standard gravity, 9.81 m/s^2 downwards"},
    {"wind", "the air that quadratic drag is relative to: sim/solver/predict.cpp"},
    {"wind_gust", "ours, value noise of two periods: sim/wind.cpp"},
    {"wind_gust_period", "ours, value noise of two periods: sim/wind.cpp"},
    {"wind_turbulence", "ours, value noise along each axis: sim/wind.cpp"},
    {"air_density", "quadratic drag along each triangle's normal: sim/solver/predict.cpp"},
    {"drag_coefficient", "quadratic drag along each triangle's normal: sim/solver/predict.cpp"},
    {"handler", "rays: Lehericey et al. 2015; bridson: Bridson et al. 2002 as Ross 2014 built it"},
    {"self_collision", "Lehericey et al. 2015, Section 4.1, Figure 8"},
    {"safety_net", "ours (docs/method.md, The safety net)"},
    {"untangling", "Volino and Magnenat-Thalmann 2006, Wicke et al. 2006; docs/method.md, Untangling"},
    {"count_work", "ours: what docs/performance.md counts"},
    {"rigid_tracer", "Lehericey et al. 2015, Sections 3 and 5.1; docs/method.md, Ray tracers"},
    {"deformable_tracer", "Lehericey et al. 2015, Sections 3 and 5.1; docs/method.md, Ray tracers"},
    {"inversion", "last-step: Lehericey et al. 2015, Section 4.2, Figures 9 and 10; remembered: ours"},
    {"reprojection", "Lehericey et al. 2015, Section 4.3, Figure 12"},
    {"bent_rays", "Lehericey et al. 2015, Section 6 (future work); docs/method.md, Where it differs"},
    {"predictions", "Lehericey et al. 2015, Section 2.1 and Figures 6 to 8"},
    {"response_uses_predictions", "ours; off is the paper (docs/method.md, Where it differs)"},
    {"prediction_distance", "Lehericey et al. 2015, Section 2.1"},
    {"edge_contacts", "ours (docs/method.md, Where it differs)"},
    {"proximity", "Bridson et al. 2002, Sections 7.2 and 7.3; Ross 2014, Section 4.6"},
    {"continuous", "Bridson et al. 2002, Section 7.4; Ross 2014, Section 4.7"},
    {"impact_zones", "Provot 1997; Bridson et al. 2002, Section 7.5; Ross 2014, Section 4.8"},
    {"half_thickness", "e of Lehericey et al. 2015, Section 4.1"},
    {"areal_density", "measured: raycloth fabrics"},
    {"warp_stiffness", "XPBD, Macklin et al. 2016, on membrane triangles: docs/method.md, The fabric"},
    {"weft_stiffness", "XPBD, Macklin et al. 2016, on membrane triangles: docs/method.md, The fabric"},
    {"shear_stiffness", "XPBD, Macklin et al. 2016, on membrane triangles: docs/method.md, The fabric"},
    {"tension_limit", "ours (docs/method.md, The fabric (strain limits))"},
    {"bend_stiffness", "measured: raycloth fabrics; docs/method.md, The fabric (bending)"},
    {"bend_friction", "Miguel et al. 2013, Internal Friction in Cloth; measured as 2HB: docs/method.md, The fabric"},
    {"stretch_damping", "Kelvin-Voigt relaxation: docs/method.md, The fabric"},
    {"bend_damping", "Kelvin-Voigt relaxation: docs/method.md, The fabric"},
    {"static_friction", "Coulomb; a contact takes the geometric mean of both"},
    {"kinetic_friction", "Coulomb; a contact takes the geometric mean of both"},
    {"density", "of rigid and soft solids: docs/method.md, Response"},
    {"shape_frequency", "shape matching, Mueller et al. 2005: sim/bodies/soft.cpp"},
    {"shape_damping", "shape matching, Mueller et al. 2005: sim/bodies/soft.cpp"},
};

}  // namespace

const char* source_of(std::string_view key) {
  for (const Source& source : kSources)
    if (key == source.key) return source.text;
  return nullptr;
}

}  // namespace raycloth
