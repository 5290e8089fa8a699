// Compares our numbers with the published ones. Has the few kinds of checks that the experiments share.
#pragma once

#include <span>
#include <string>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

// The part of a check that is not about exact numbers.
struct Shape {
    bool holds = true;
    std::string words;  // the shape in words
    std::string why;    // the reason if it does not hold
};

// Compares lists of numbers. As published if each is within `share` of theirs, else the same shape if that
// holds.
Check numbers(const std::string& what, std::span<const double> theirs, std::span<const double> ours,
              int decimals, double share, const Shape& shape);

// Numbers that must be equal to the last digit.
Check exactly(const std::string& what, const std::string& theirs, const std::string& ours,
              const std::string& why);

// A claim in words or in a picture. The best possible verdict is the same shape.
Check shapeOnly(const std::string& what, const std::string& theirs, const std::string& ours,
                const Shape& shape);

// A published bound. As published if ours keeps it, else the same shape if that holds.
Check bound(const std::string& what, const std::string& theirs, const std::string& ours,
            const std::string& words, bool is_kept, const Shape& shape);

bool rises(std::span<const double> values);
bool falls(std::span<const double> values);

// The difference in percent of theirs, such as +3.2.
double percentOff(double theirs, double ours);

}  // namespace drover::lab
