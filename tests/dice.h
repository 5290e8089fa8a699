// Random choices that are the same on every machine.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <string>

#include "core/base/dice.h"

namespace drover {

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
