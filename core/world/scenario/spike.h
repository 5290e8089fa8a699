// Extra load for a number of frames (T&W 5.2), such as a frame with much to draw, or AI with much to think
// about. The world asks in each frame for the sum of its spikes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/input_error.h"

namespace drover::world {

enum class SpikeShape : std::uint8_t {
    kPulse,  // __|____    one frame, the first
    kStep,   // __|~~|_    the whole size from first to last frame
    kRamp,   // __.-"|_    grows evenly to the whole size in the last frame
    kTrain,  // _|_|_|_    `length_frames` out of every `period_frames`
    kNoise,  // _.:|.:_    drawn in each frame, evenly from 0 to the whole size
};

enum class SpikePlace : std::uint8_t {
    kOutside,  // the rest of the frame takes longer
    kInside,   // tasks cost more: the size is divided among all tasks in proportion to their cost
};

inline constexpr std::int64_t kMaxSpikeNs = 10'000'000'000;
inline constexpr std::uint32_t kMaxSpikeFrame = 1'000'000'000;

struct Spike {
    SpikeShape shape = SpikeShape::kStep;
    SpikePlace place = SpikePlace::kOutside;
    std::int64_t size_ns = 20'000'000;
    std::uint32_t first_frame = 200, last_frame = 400;    // from 1, both included; a pulse has no last frame
    std::uint32_t period_frames = 20, length_frames = 1;  // train only
    // noise only; spikes with the same seed have the same values
    std::uint64_t seed = 1;

    bool operator==(const Spike&) const = default;
};

struct SpikeLoad {
    std::int64_t outside_ns = 0;
    std::int64_t inside_ns = 0;
};

// The sum of all spikes in a frame; overlapping spikes add up.
SpikeLoad spikeAt(std::span<const Spike> spikes, std::uint64_t frame);

// The extra cost of a task under an inside spike: inside_ns * cost / total. The total is the cost of all
// tasks without the spike, whether they run in this frame or not; a task that waits does not pay its share.
// `before_ns` is the cost of the tasks that were asked for earlier: with it the rounded shares of all tasks
// add up to exactly inside_ns. Returns 0 if the total is 0.
std::int64_t insideShare(std::int64_t inside_ns, std::int64_t before_ns, std::int64_t cost_ns,
                         std::int64_t total_ns);

// Checks that involve more than one field. Empty if the spike is valid.
Flaw flawOf(const Spike& spike);

}  // namespace drover::world
