// The springs of very many tasks, summed up by where each reaches its end, so that their compression (MODEL
// 3) is found by a walk over bins and not over tasks. A change of one task changes one bin. The sparse index
// keeps it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/load/elastic/springs.h"

namespace drover::load {

// A task as a spring: U0, Umin and E, in 32 bits each; rounding them moves lambda by 6e-8 at most,
// relatively.
struct Spring {
    float nominal_use = 0, minimum_use = 0, elasticity = 0;

    friend bool operator==(const Spring&, const Spring&) = default;
};
inline float floatElasticity(double elasticity) {
    return static_cast<float>(std::min(elasticity, static_cast<double>(std::numeric_limits<float>::max())));
}
inline Spring springOf(double nominal_use, double minimum_use, double elasticity) {
    return {static_cast<float>(nominal_use), static_cast<float>(minimum_use), floatElasticity(elasticity)};
}

class SpringBins {
  public:
    // A bin is the upper 15 bits of a breakpoint as a 32-bit float: its exponent, and 128 steps within.
    static constexpr std::uint32_t kBins = 1u << 15;

    void clear();
    void add(const Spring& spring) { move({}, spring); }
    void remove(const Spring& spring) { move(spring, {}); }
    void move(const Spring& from, const Spring& to);
    // Adds what others have, which are empty then: their bins, of different ranges on different cores at
    // once; and at last the sums of each.
    struct Range {
        std::uint32_t first = kBins, end = 0;

        void include(const Range& other) {
            first = std::min(first, other.first), end = std::max(end, other.end);
        }
    };
    Range used() const { return used_; }  // no bin outside has been used
    void makeRoom() { bins_.resize(kBins); }
    void take(SpringBins& other, const Range& range);
    void takeSums(SpringBins& other);

    // As compress() for all springs added and not removed. The sums are in fixed point and exact in any
    // order of additions and removals: the result depends on the springs alone, not on their history. Springs
    // of one bin are taken to end all at their mean breakpoint; they lie within 1/128 of each other, so what
    // they give together is wrong by 1/512 of what that one bin can give, at most.
    CompressionResult compress(double desired) const;
    double nominalUse() const { return number(nominal_); }
    double leastUse() const { return number(nominal_ - slack_); }
    // A lambda at which all springs are at their end, and not much larger.
    double farthest() const;

  private:
    // 64 bits before the point, enough for the largest U of 2^22 tasks, and 63 behind.
    __extension__ using Fixed = __int128;
    struct Bin {
        Fixed slack = 0;  // sum of U0 - Umin
        Fixed scaled =
            0;  // sum of E, times the bin's power of two: of the size of the slack, however far E ranges
    };
    static Fixed fixed(double value);
    static double number(Fixed value) { return static_cast<double>(value) * 0x1p-63; }
    void change(const Spring& spring, Fixed slack, int sign);
    double elasticityIn(std::size_t bin) const;

    std::vector<Bin> bins_;  // empty before the first change
    Range used_;
    Fixed nominal_ = 0;  // sum of U0
    Fixed slack_ = 0;    // of that, what can be given
};

}  // namespace drover::load
