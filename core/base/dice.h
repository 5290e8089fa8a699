// Random choices that are the same on every machine, for what makes worlds up: tests and the lab's ordeal. A
// simulation has named random numbers instead (random.h).
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "core/base/random.h"

namespace drover {

// A stream of random numbers, drawn by counter.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}

    std::uint32_t word() {
        if (at_ == 4) {
            block_ = philox({static_cast<std::uint32_t>(n_), static_cast<std::uint32_t>(n_ >> 32), 0, 0},
                            static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32));
            ++n_, at_ = 0;
        }
        return block_[at_++];
    }
    std::uint32_t below(std::uint64_t n) {
        assert(n > 0);
        return static_cast<std::uint32_t>(word() % n);
    }
    double unit() { return static_cast<double>(word()) * 0x1p-32; }
    double between(double low, double high) { return low + unit() * (high - low); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {  // both can come
        return low + static_cast<std::int64_t>(unit() * static_cast<double>(high - low + 1));
    }
    bool chance(double p) { return unit() < p; }
    template <class Things>
    const auto& oneOf(const Things& things) {
        return *(std::begin(things) + below(std::size(things)));
    }

  private:
    std::uint64_t seed_, n_ = 0;
    RandomBlock block_ = {};
    std::size_t at_ = 4;
};

}  // namespace drover
