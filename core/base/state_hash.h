// A running 64-bit hash of state, word by word, the same on every machine. Two runs that differ in one bit of
// one float end with different hashes; it is not meant against an adversary.
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
    std::uint64_t value_ = 0x243F6A8885A308D3u;  // the first bits of pi: a hash of nothing is not zero
};

}  // namespace drover
