// A 64-bit hash of simulation state, added word by word, the same on every machine. Two runs that differ in
// one bit of one float end with different hashes. It does not resist deliberate collisions.
#pragma once

#include <bit>
#include <cstdint>

namespace drover {

class StateHash {
  public:
    void add(std::uint64_t word) {
        value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
        value_ ^= value_ >> 32;
    }
    void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }

    std::uint64_t value() const { return value_; }

  private:
    // the first bits of pi, so that a hash of nothing is not zero
    std::uint64_t value_ = 0x243F6A8885A308D3u;
};

}  // namespace drover
