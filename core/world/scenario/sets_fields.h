// The fields of a set: name, range and a sentence each, for scenarios, the command log and the panels.
#pragma once

#include "core/base/fields.h"
#include "core/world/scenario/kinds.h"

namespace drover::load {

inline constexpr Choice<ExecutionMethod> kExecutionMethods[] = {
    {ExecutionMethod::kSuspendable, "suspendable", "is cut off; begins anew when it is next due"},
    {ExecutionMethod::kSuspendableIr, "suspendable_ir", "is cut off; begins anew in the very next frame"},
    {ExecutionMethod::kSliceable, "sliceable", "is cut off; goes on when it is next due"},
    {ExecutionMethod::kSliceableIr, "sliceable_ir", "is cut off; goes on in the very next frame"},
    {ExecutionMethod::kUnsuspendable, "unsuspendable", "runs to its end"},
    {ExecutionMethod::kReserve, "reserve", "runs on what the other sets have left"},
};
inline std::span<const Choice<ExecutionMethod>> choices(ExecutionMethod) { return kExecutionMethods; }

}  // namespace drover::load
namespace drover {

template <class V, Described<world::SetEntry> S>
void describe(V& v, S& set) {
    v.text("name", set.name, 1, 20, world::partsText());
    v.choice("method", set.method, "Of a behaviour: what happens when its share of the time is used up.");
    v.integer("priority", set.priority, load::kLeastPriority, load::kMostPriority,
              "Of a behaviour: its share of its agent's time.");
    v.integer("period", set.period, 1, load::kLongestPeriod,
              "Frames from one run to the next; it runs in frames in which its agent is due, too.");
    v.integer("delay", set.delay, 0, load::kLongestPeriod,
              "Frames from its agent's activation to its first run.");
}

}  // namespace drover
