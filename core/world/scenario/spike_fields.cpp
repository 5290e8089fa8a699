#include "core/world/scenario/spike_fields.h"

#include <cmath>

namespace drover {

void describe(Fields& v, world::Spike& spike) {
    v.choice("shape", spike.shape, "How it runs over the frames.");
    v.choice("place", spike.place, "What takes longer.");
    double size_ms = static_cast<double>(spike.size_ns) / 1e6;
    if (v.number("size_ms", size_ms, 0, static_cast<double>(world::kMaxSpikeNs) / 1e6,
                 "Milliseconds, to the nanosecond."))
        spike.size_ns = std::llround(size_ms * 1e6);
    v.integer("first_frame", spike.first_frame, 1, world::kMaxSpikeFrame, "The first frame that it is in.");
    v.integer("last_frame", spike.last_frame, 1, world::kMaxSpikeFrame,
              "The last frame that it is in; not of a pulse.");
    v.integer("period_frames", spike.period_frames, 1, world::kMaxSpikeFrame,
              "Of a train: frames from one to the next.");
    v.integer("length_frames", spike.length_frames, 1, world::kMaxSpikeFrame,
              "Of a train: frames that each one takes.");
    v.integer("seed", spike.seed, 0, ~std::uint64_t{0}, "Of noise.");
}

}  // namespace drover
