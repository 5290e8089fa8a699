// Elastic task compression (Tan & Wong, Figure 2; Buttazzo et al. 2002; MODEL 3): the lambda at which all
// tasks together use `desired`. Called by the dense index once a frame and by `drover-lab schedule`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/load/elastic/springs.h"

namespace drover::load {

// U0 = C/T0 and Umin = C/Tmax, both finite and not negative, and E, 0 to kMostElasticity, where 0 is rigid.
// One entry a task; a task of zero cost changes nothing.
struct SpringColumns {
    std::span<const double> nominal_use, minimum_use, elasticity;

    std::size_t size() const { return nominal_use.size(); }
    double slack(std::size_t i) const { return nominal_use[i] - minimum_use[i]; }
};

// Where the sum of what all tasks give bends: at the lambda at which one of them has reached its end.
struct Kink {
    double lambda;
    double slack;  // U0 - Umin
    double elasticity;
};

// Working memory, kept from frame to frame so that a steady frame allocates nothing.
struct CompressionScratch {
    std::vector<Kink> sample;
    std::vector<Kink> between;
    std::vector<std::uint32_t> rows;
};

// `desired` below 0 or not a number counts as 0. Depends on its arguments alone: there is no memory of
// earlier frames.
CompressionResult compress(const SpringColumns& springs, double desired, CompressionScratch& scratch);

// The two ways to find it. The first is right to the last digits, the second is fast for many tasks; they
// agree but for rounding.
CompressionResult compressExactly(const SpringColumns& springs, double desired, CompressionScratch& scratch);
CompressionResult compressFast(const SpringColumns& springs, double desired, CompressionScratch& scratch);

// What is already decided about the tasks that are not in a list of kinks.
struct Decided {
    double given = 0;       // by those at their maximum period
    double elasticity = 0;  // of those still free
};

// The last kink of the list at which all tasks together give no more than `need`, or 0 if they give more even
// at the first. Uses the list up. Expected time linear in its length.
double lastKinkBefore(std::vector<Kink>& list, Decided decided, double need);

inline Kink kinkOf(const SpringColumns& springs, std::size_t i) {
    const double slack = springs.slack(i);
    return {slack / springs.elasticity[i], slack, springs.elasticity[i]};
}

}  // namespace drover::load
