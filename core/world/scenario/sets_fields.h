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
void describe(Fields& v, world::SetEntry& set);

}  // namespace drover
