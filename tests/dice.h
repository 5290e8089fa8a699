// Random choices that are the same on every machine.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <string>

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
    std::uint32_t below(std::uint32_t n) { return word() % n; }
    double unit() { return static_cast<double>(word()) * 0x1p-32; }
    double between(double low, double high) { return low + unit() * (high - low); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {  // both can come
        return low + static_cast<std::int64_t>(unit() * static_cast<double>(high - low + 1));
    }
    bool chance(double p) { return unit() < p; }

  private:
    std::uint64_t seed_, n_ = 0;
    RandomBlock block_ = {};
    std::size_t at_ = 4;
};

// By the engine of the standard library, for tests whose figures hang on what it draws.
struct EngineDice {
    explicit EngineDice(std::uint64_t seed) : engine(seed) {}

    std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(engine() % n); }
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine);
    }
    bool chance(double p) { return between(0, 1) < p; }
    template <class Words>
    std::string oneOf(const Words& words) {
        return words[below(std::size(words))];
    }

    std::mt19937_64 engine;
};

}  // namespace drover
