// Random numbers by counter: Philox 4x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", 2011). A number depends only on who draws it, for what and when. So neither the order of
// execution nor the number of threads changes it, and there is no generator state to store.
#pragma once

#include <array>
#include <cstdint>

namespace drover {

// What a number is drawn for. The values go into every saved hash: add at the end, never renumber.
enum class Purpose : std::uint32_t {
    kSteering = 1,        // which forces apply, and the point on the wander circle
    kTouching = 2,        // the direction in which two agents on the same spot part
    kReinit = 3,          // the child of an expanded node
    kBirth = 4,           // a flock's first place and velocity
    kWildlifeBirth = 5,   // where an animat appears, and in what shape
    kWildlifeChoice = 6,  // what a quiet animat does next, for how long, in which direction
    kPursuitBirth = 7,    // place and heading of an agent of the pursuit testbed
    kSpikeNoise = 8,      // the size of a noisy spike in a frame
    kCostNoise = 9,       // how far an update's cost is from the cost model's
    kHunterBirth = 10,    // where a hunter appears, and where it prowls to
    kPersonBirth = 11,    // where a person of a group stands in the beginning
    kWayBirth = 12,       // nothing: minds that look for ways are nowhere
};

using RandomBlock = std::array<std::uint32_t, 4>;

inline constexpr int kPhiloxRounds = 10;
inline constexpr std::array<std::uint32_t, 2> kPhiloxKeySteps = {
    0x9E3779B9u, 0xBB67AE85u};  // added to the two halves of the key in each round

// The generator itself: a counter of 128 bits and a key of 64 bits give 128 random bits.
constexpr RandomBlock philox(RandomBlock counter, std::uint32_t key_low, std::uint32_t key_high) {
    auto [a, b, c, d] = counter;
    const auto [step_low, step_high] = kPhiloxKeySteps;
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const std::uint64_t x = std::uint64_t{0xD2511F53u} * a, y = std::uint64_t{0xCD9E8D57u} * c;
        a = static_cast<std::uint32_t>(y >> 32) ^ b ^ key_low, b = static_cast<std::uint32_t>(y);
        c = static_cast<std::uint32_t>(x >> 32) ^ d ^ key_high, d = static_cast<std::uint32_t>(x);
        key_low += step_low, key_high += step_high;
    }
    return {a, b, c, d};
}

// The four random words for a `subject` (a flock, an agent), a `part` of it (a node), an `update` and a
// purpose.
constexpr RandomBlock randomBlock(std::uint64_t seed, std::uint32_t subject, std::uint32_t part,
                                  std::uint32_t update, Purpose purpose) {
    return philox({subject, part, update, static_cast<std::uint32_t>(purpose)},
                  static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

// A word as a float in [0, 1): its upper 24 bits, which a float holds exactly.
constexpr float unitFloat(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

}  // namespace drover
