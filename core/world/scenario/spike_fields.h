// The fields of a spike: name, range and a sentence each, for scenarios, the command log and the panels.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/base/fields.h"
#include "core/world/scenario/spike.h"

namespace drover::world {

inline constexpr Choice<SpikeShape> kSpikeShapes[] = {
    {SpikeShape::kPulse, "pulse", "the first frame alone"},
    {SpikeShape::kStep, "step", "the whole size from the first frame to the last"},
    {SpikeShape::kRamp, "ramp", "grows evenly to the whole size in the last frame"},
    {SpikeShape::kTrain, "train", "some frames out of every period"},
    {SpikeShape::kNoise, "noise", "drawn in every frame between nothing and the whole size"},
};
inline std::span<const Choice<SpikeShape>> choices(SpikeShape) { return kSpikeShapes; }

inline constexpr Choice<SpikePlace> kSpikePlaces[] = {
    {SpikePlace::kOutside, "outside", "the rest of the frame takes longer"},
    {SpikePlace::kInside, "inside",
     "tasks cost more, all together by this size, each in proportion to its cost"},
};
inline std::span<const Choice<SpikePlace>> choices(SpikePlace) { return kSpikePlaces; }

}  // namespace drover::world
namespace drover {

template <class V, Described<world::Spike> S>
void describe(V& v, S& spike) {
    v.choice("shape", spike.shape, "How it runs over the frames.");
    v.choice("place", spike.place, "What takes longer.");
    double size_ms = static_cast<double>(spike.size_ns) / 1e6;
    v.number("size_ms", size_ms, 0, static_cast<double>(world::kMaxSpikeNs) / 1e6,
             "Milliseconds, to the nanosecond.");
    if constexpr (!std::is_const_v<S>) spike.size_ns = std::llround(size_ms * 1e6);
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
