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
void describeMeasurement(Fields& v, world::Measurement& m, std::uint64_t least, const char* frames);
void describe(Fields& v, world::Measurement& m);
void describe(Fields& v, world::Claim& claim);

}  // namespace drover
