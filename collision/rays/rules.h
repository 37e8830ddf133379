// The rules by which the hit of a ray is judged (DESIGN section 5; paper, Sections 4.1 to 4.3), each with the word that
// files use, the place where it comes from and what it says. Every classification carries the rule that decided it, so
// what a person reads about a classification cannot differ from what was done. Plain enumeration and texts, no device
// code.
#pragma once

namespace raycloth {

enum class Rule : unsigned char {
  no_hit,
  predictions_off,
  // solid -> solid
  solid_solid_inside,
  solid_solid_left_source,
  solid_solid_entering,
  solid_solid_ahead,
  solid_solid_beyond,
  solid_solid_inside_ahead,
  // solid -> cloth
  solid_cloth_near_side,
  solid_cloth_far_side,
  solid_cloth_touching,
  solid_cloth_ahead,
  solid_cloth_beyond,
  // cloth -> solid
  cloth_solid_way_out,
  cloth_solid_longer_way_out,
  cloth_solid_touching,
  cloth_solid_ahead,
  cloth_solid_beyond,
  cloth_solid_grazing,
  // cloth -> cloth and self
  cloth_cloth_touching,
  cloth_cloth_ahead,
  cloth_cloth_beyond,
  inverted_collision,
  inverted_prediction,
  count
};

struct RuleText {
  const char* word;    // in JSON
  const char* source;  // of the paper
  const char* says;    // one clause: what was found, and what follows
};

/// One row per rule, in the order of the enumeration.
inline constexpr RuleText kRuleTexts[] = {
    {"no_hit", "Section 4.1", "the ray meets nothing within its length"},
    {"predictions_off", "", "a prediction, and predictions are switched off: rejected"},
    {"solid_solid_inside", "Figures 2 and 5",
     "meets the inside of the target before it leaves its own solid: collision"},
    {"solid_solid_left_source", "Figure 5, condition 1", "leaves its own solid before it meets the target: rejected"},
    {"solid_solid_entering", "Figure 5, condition 2", "meets the target from outside: rejected"},
    {"solid_solid_ahead", "Section 2.1", "meets the outside of the target within reach: prediction"},
    {"solid_solid_beyond", "Section 2.1", "meets the target beyond the prediction reach: rejected"},
    {"solid_solid_inside_ahead", "Section 2.1", "outward, meets the inside of the target: rejected"},
    {"solid_cloth_near_side", "Figure 6a", "the cloth is within half the way out of the solid: collision"},
    {"solid_cloth_far_side", "Figure 6a", "the cloth is beyond half the way out, the other side's business: rejected"},
    {"solid_cloth_touching", "Figure 6b", "nearer than e: collision"},
    {"solid_cloth_ahead", "Figure 6b", "farther than e, within reach: prediction"},
    {"solid_cloth_beyond", "Figure 6b", "beyond the prediction reach: rejected"},
    {"cloth_solid_way_out", "Figure 7a", "the vertex is inside, and this is the shorter way out: collision"},
    {"cloth_solid_longer_way_out", "Figure 7a", "the vertex is inside, and the other ray is shorter: rejected"},
    {"cloth_solid_touching", "Figure 7b", "nearer than e: collision"},
    {"cloth_solid_ahead", "Figure 7b", "farther than e, within reach: prediction"},
    {"cloth_solid_beyond", "Figure 7b", "beyond the prediction reach: rejected"},
    {"cloth_solid_grazing", "", "from outside, the ray itself is longer than the prediction reach: rejected"},
    {"cloth_cloth_touching", "Figure 8", "nearer than e + e': collision"},
    {"cloth_cloth_ahead", "Figure 8", "farther than e + e', within reach: prediction"},
    {"cloth_cloth_beyond", "Figure 8", "beyond the prediction reach: rejected"},
    {"inverted_collision", "Figure 9", "a collision on the wrong side: the normal is flipped"},
    {"inverted_prediction", "Figure 10", "a prediction on the wrong side: becomes a collision, the normal is flipped"},
};
static_assert(sizeof kRuleTexts / sizeof *kRuleTexts == static_cast<int>(Rule::count));

inline constexpr const RuleText& text_of(Rule rule) { return kRuleTexts[static_cast<int>(rule)]; }

}  // namespace raycloth
