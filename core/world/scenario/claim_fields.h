// The fields of a claim: name, range and a sentence each, for scenario files.
#pragma once

#include <cstdint>

#include "core/base/fields.h"
#include "core/world/scenario/claim.h"

namespace drover::world {

inline constexpr Choice<Statistic> kStatistics[] = {
    {Statistic::kMean, "mean",
     "over the frames; of a measure that is a mean itself, weighted by what it is over"},
    {Statistic::kLeast, "least", "the smallest value"},
    {Statistic::kMost, "most", "the largest value"},
    {Statistic::kLast, "last", "the value in the last frame that has one"},
    {Statistic::kShareAbove, "share_above", "the share of frames, 0 to 1, with a value above `level`"},
};
inline std::span<const Choice<Statistic>> choices(Statistic) { return kStatistics; }

inline constexpr Choice<Bound> kBounds[] = {
    {Bound::kAtLeast, "at_least", "`value` or more"},
    {Bound::kAtMost, "at_most", "`value` or less"},
};
inline std::span<const Choice<Bound>> choices(Bound) { return kBounds; }

}  // namespace drover::world
namespace drover {

constexpr double kMaxClaimValue = 1e12;

// `least` is the lowest frame, and the fewest letters of the measure's name.
template <class V, Described<world::Measurement> S>
void describeMeasurement(V& v, S& m, std::uint64_t least, const char* frames) {
    v.text("measure", m.measure, least, 60, "What is measured: a column of the run's CSV file.");
    v.choice("statistic", m.statistic, "Which number of its values in the frames.");
    v.number("level", m.level, -kMaxClaimValue, kMaxClaimValue,
             "Of share_above, in the unit of the measure.");
    v.integer("first_frame", m.first_frame, least, world::kMaxClaimFrame, frames);
    v.integer("last_frame", m.last_frame, least, world::kMaxClaimFrame, frames);
}

template <class V, Described<world::Measurement> S>
void describe(V& v, S& m) {
    describeMeasurement(v, m, 0, "Counted from 1, both included; 0: as in the claim.");
}

template <class V, Described<world::Claim> S>
void describe(V& v, S& claim) {
    v.text("text", claim.text, 1, 200, "A sentence that says what will be seen.");
    describeMeasurement(v, claim.seen, 1, "Counted from 1, both included.");
    v.choice("is", claim.is, "On which side of `value` it has to be.");
    v.number("value", claim.value, -kMaxClaimValue, kMaxClaimValue, "In the unit of the measure.");
    v.object("times", claim.times,
             "If it names a measure, `value` is multiplied with it: another measure, or other frames.");
}

}  // namespace drover
