#include "core/world/scenario/spike.h"

#include <cassert>
#include <string>

#include "core/base/random.h"

namespace drover::world {
namespace {

// a * b / c, rounded down, for numbers that are not negative. The product does not overflow.
std::int64_t scaled(std::int64_t a, std::int64_t b, std::int64_t c) {
    assert(a >= 0 && b >= 0 && c > 0);
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int64_t>(static_cast<Wide>(a) * static_cast<Wide>(b) / static_cast<Wide>(c));
}

std::int64_t sizeAt(const Spike& spike, std::uint64_t frame) {
    if (frame < spike.first_frame) return 0;
    if (spike.shape == SpikeShape::kPulse) return frame == spike.first_frame ? spike.size_ns : 0;
    if (frame > spike.last_frame) return 0;
    const auto since = static_cast<std::uint32_t>(frame - spike.first_frame);
    switch (spike.shape) {
        case SpikeShape::kPulse:
        case SpikeShape::kStep: return spike.size_ns;
        case SpikeShape::kRamp:
            return scaled(spike.size_ns, std::int64_t{since} + 1,
                          std::int64_t{spike.last_frame} - spike.first_frame + 1);
        case SpikeShape::kTrain: return since % spike.period_frames < spike.length_frames ? spike.size_ns : 0;
        case SpikeShape::kNoise: {
            const RandomBlock r =
                randomBlock(spike.seed, 0, 0, static_cast<std::uint32_t>(frame), Purpose::kSpikeNoise);
            return scaled(spike.size_ns + 1, r[0],
                          std::int64_t{1} << 32);  // both 0 and the whole size can be drawn
        }
    }
    return 0;
}

}  // namespace

SpikeLoad spikeAt(std::span<const Spike> spikes, std::uint64_t frame) {
    SpikeLoad load;
    for (const Spike& spike : spikes) {
        (spike.place == SpikePlace::kInside ? load.inside_ns : load.outside_ns) += sizeAt(spike, frame);
    }
    return load;
}

std::int64_t insideShare(std::int64_t inside_ns, std::int64_t before_ns, std::int64_t cost_ns,
                         std::int64_t total_ns) {
    if (total_ns <= 0) return 0;
    return scaled(inside_ns, before_ns + cost_ns, total_ns) - scaled(inside_ns, before_ns, total_ns);
}

Flaw flawOf(const Spike& spike) {
    if (spike.shape != SpikeShape::kPulse && spike.last_frame < spike.first_frame) {
        return flawAt("last_frame", std::to_string(spike.last_frame),
                      std::to_string(spike.first_frame) + " (first_frame) or later");
    }
    if (spike.shape == SpikeShape::kTrain && spike.length_frames > spike.period_frames) {
        return flawAt("length_frames", std::to_string(spike.length_frames),
                      "up to " + std::to_string(spike.period_frames) + " (period_frames)");
    }
    return std::nullopt;
}

}  // namespace drover::world
