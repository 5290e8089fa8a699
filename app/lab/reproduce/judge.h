// How numbers of ours are held against theirs: the few kinds of checks that the experiments share.
#pragma once

#include <span>
#include <string>

#include "app/lab/reproduce/experiment.h"

namespace drover::lab {

// What a check finds beside the numbers themselves.
struct Shape {
    bool holds = true;
    std::string words;  // what the shape is
    std::string why;    // a sentence, said when it does not hold
};

// Numbers side by side: as published where each is within `share` of theirs, else the same shape where that
// holds.
Check numbers(const std::string& what, std::span<const double> theirs, std::span<const double> ours,
              int decimals, double share, const Shape& shape);

// Numbers that are to be the same to the last digit.
Check exactly(const std::string& what, const std::string& theirs, const std::string& ours,
              const std::string& why);

// A claim in words or of a picture: the shape is all that can be held against it.
Check shapeOnly(const std::string& what, const std::string& theirs, const std::string& ours,
                const Shape& shape);

// A bound that they name: as published where ours keeps to it, else the same shape where that holds.
Check bound(const std::string& what, const std::string& theirs, const std::string& ours,
            const std::string& words, bool is_kept, const Shape& shape);

bool rises(std::span<const double> values);
bool falls(std::span<const double> values);

// +3.2 % of theirs.
double percentOff(double theirs, double ours);

}  // namespace drover::lab
