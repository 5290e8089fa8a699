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
void describe(Fields& v, world::Spike& spike);

}  // namespace drover
