// Minimum, maximum, mean and percentiles of numbers, exact. Histories, comparisons and tests call it.
#pragma once

#include <cstddef>
#include <span>

namespace drover::record {

// All zero if there are no numbers.
struct Summary {
    std::size_t count = 0;
    double min = 0, max = 0, mean = 0, p50 = 0, p99 = 0;
};

// The percentile by nearest rank: the smallest number that at least `percent` % of the numbers do not exceed.
// It is always one of the numbers, never between two: p50 of {1, 2} is 1. `percent` is 1 to 100; there must
// be at least one number. Reorders the numbers.
double percentile(std::span<double> values, unsigned percent);

// Reorders the numbers. The mean is summed in the order of the input.
Summary summarize(std::span<double> values);

}  // namespace drover::record
