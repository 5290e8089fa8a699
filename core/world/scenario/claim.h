// What a scenario says will be seen: a sentence for people, and beside it a condition on a measure over some
// frames. Scenario files have claims (claim_fields.h), ClaimWatch judges them while a world runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/input_error.h"

namespace drover::world {

inline constexpr std::uint32_t kMaxClaimFrame = 1'000'000;

// What makes one number of a measure's values in several frames.
enum class Statistic : std::uint8_t { kMean, kLeast, kMost, kLast, kShareAbove };

enum class Bound : std::uint8_t { kAtLeast, kAtMost };

// A measure over frames, as one number in the unit in which its column is shown.
struct Measurement {
    std::string measure;  // a column of core/record/columns.h, such as near_d_assigned_ms
    Statistic statistic = Statistic::kMean;
    double level = 0;                               // of kShareAbove, in the measure's unit
    std::uint32_t first_frame = 0, last_frame = 0;  // from 1, both included
};

// "`seen` is at least, or at most, `value`", or where `times` names a measure: "... `value` times `times`".
struct Claim {
    std::string text;
    Measurement seen{.first_frame = 1, .last_frame = 1};
    Bound is = Bound::kAtMost;
    double value = 0;
    Measurement times;  // a frame of 0 stands for the one of `seen`

    bool isRelative() const { return !times.measure.empty(); }
    Measurement reference() const;  // `times` with its frames filled in
    // The frame after which all is known.
    std::uint32_t lastFrame() const;
};

// The largest lastFrame(); 0 without claims.
std::uint32_t lastFrameOf(const std::vector<Claim>& claims);

// Checks that a field's range cannot make. Empty if the claim can be judged. The field is named within the
// claim: last_frame, times.measure.
Flaw flawOf(const Claim& claim);

// For people: "mean of far_d_assigned_ms in frames 300 to 500: at least 5 times the mean of ..."
std::string conditionOf(const Claim& claim);
// A number of that measurement with its unit, such as "412.3 ms".
std::string spelled(const Measurement& measurement, double number);

}  // namespace drover::world
