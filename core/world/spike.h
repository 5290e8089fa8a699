// Extra load for a number of frames (Tan & Wong 5.2): what a game does to its AI when much is drawn, or when
// the AI has much to think of. The world asks in each frame what the spikes that it has add up to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/input_error.h"

namespace drover::world {

enum class SpikeShape : std::uint8_t {
    kPulse,  // __|____    one frame, the first
    kStep,   // __|~~|_    the whole size, first to last
    kRamp,   // __.-"|_    grows evenly, the whole size in the last frame
    kTrain,  // _|_|_|_    `length` frames out of every `period`
    kNoise,  // _.:|.:_    drawn anew in every frame, evenly from nothing to the whole size
};

enum class SpikePlace : std::uint8_t {
    kOutside,  // the rest of the frame takes longer
    kInside,   // tasks cost more: the size is spread over all of them, in proportion to what they cost
};

inline constexpr std::int64_t kMaxSpikeNs = 10'000'000'000;
inline constexpr std::uint32_t kMaxSpikeFrame = 1'000'000'000;

struct Spike {
    SpikeShape shape = SpikeShape::kStep;
    SpikePlace place = SpikePlace::kOutside;
    std::int64_t size_ns = 20'000'000;
    std::uint32_t first_frame = 200, last_frame = 400;    // from 1, both within; a pulse has no last
    std::uint32_t period_frames = 20, length_frames = 1;  // of a train
    std::uint64_t seed = 1;                               // of noise; two of one seed rise and fall together

    bool operator==(const Spike&) const = default;
};

struct SpikeLoad {
    std::int64_t outside_ns = 0;
    std::int64_t inside_ns = 0;
};

// What all of them together add to a frame: those that overlap are summed.
SpikeLoad spikeAt(std::span<const Spike> spikes, std::uint64_t frame);

// The extra cost of a task under an inside spike: inside_ns * cost / total, where the total is what all tasks
// together cost without the spike, whether they run in this frame or not; a task that waits is spared its
// share. Tasks that were asked for before it have cost `before_ns`: shares are rounded such that those of all
// tasks add up to inside_ns exactly. Where nothing costs anything there is nothing to share.
std::int64_t insideShare(std::int64_t inside_ns, std::int64_t before_ns, std::int64_t cost_ns,
                         std::int64_t total_ns);

// What is wrong with a spike that takes more than one field to see.
std::optional<InputError> flawOf(const Spike& spike);

}  // namespace drover::world
