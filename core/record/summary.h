// Smallest, largest, mean and percentiles of a row of numbers; exact, for histories, comparisons and tests.
#pragma once

#include <cstddef>
#include <span>

namespace drover::record {

// All zero where there are no numbers.
struct Summary {
    std::size_t count = 0;
    double min = 0, max = 0, mean = 0, p50 = 0, p99 = 0;
};

// The percentile by nearest rank: the smallest of the numbers that at least `percent` of a hundred of them do
// not exceed. Always one of the numbers, never a value between two: p50 of {1, 2} is 1. Percent is 1 to 100;
// reorders the numbers, of which there is at least one.
double percentile(std::span<double> values, unsigned percent);

// Reorders the numbers. The mean is summed in the order that they come in.
Summary summarize(std::span<double> values);

}  // namespace drover::record
